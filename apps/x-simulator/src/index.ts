export const simulator = 'x'
