/** What a process of its own is told: where things are, and whether it is to die between X's answer and its record. */
export interface RefreshOrder {
  readonly file: string
  readonly keyFile: string
  readonly url: string
  readonly dies: boolean
}
