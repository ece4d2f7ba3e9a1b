export const style = 'body{font:16px system-ui}'
