import { type Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { portOf } from './guards/loopback-only.js'
import { SESSION_MS } from './login.js'

export function readSession(c: Context): string | undefined {
  return getCookie(c, nameFor(c))
}

export function writeSession(c: Context, session: string): void {
  setCookie(c, nameFor(c), session, { ...OPTIONS, maxAge: SESSION_MS / 1000 })
}

export function clearSession(c: Context): void {
  deleteCookie(c, nameFor(c), OPTIONS)
}

/** Not `Secure`: loopback has no certificate, and not every browser makes an exception for it. */
const OPTIONS = { httpOnly: true, sameSite: 'Strict', path: '/' } as const

/** A browser keeps cookies by host, not by port: two Tuitbots on one machine must not overwrite each other's. */
function nameFor(c: Context): string {
  return `tuitbot_session_${portOf(c.req.header('host'))}`
}
