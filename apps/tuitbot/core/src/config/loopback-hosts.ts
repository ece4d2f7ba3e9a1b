/** The names of this machine by which a page can be served, and how a web address writes them. */
export const LOOPBACK_HOSTS: ReadonlyMap<string, string> = new Map([
  ['127.0.0.1', '127.0.0.1'],
  ['::1', '[::1]'],
  ['localhost', 'localhost'],
])
