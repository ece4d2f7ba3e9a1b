/** Of Tuitbot as a whole. */
export const VERSION = '1.0.0'
