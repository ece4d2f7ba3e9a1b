import { secureHeaders } from 'hono/secure-headers'

/** Nothing but the page's own files runs, nobody can frame it, and nothing is told to others. */
export function securityHeaders() {
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      imgSrc: ["'self'"],
      connectSrc: ["'self'"],
      baseUri: ["'none'"],
      // Only the page behind a link to decide has a form.
      formAction: [(c) => (c.req.path.startsWith('/decide/') ? "'self'" : "'none'")],
      frameAncestors: ["'none'"],
      requireTrustedTypesFor: ["'script'"],
      trustedTypes: ["'none'"],
    },
    permissionsPolicy: { camera: [], microphone: [], geolocation: [] },
    referrerPolicy: 'no-referrer',
    xFrameOptions: 'DENY',
    // Loopback has no certificate.
    strictTransportSecurity: false,
    crossOriginOpenerPolicy: 'same-origin',
    crossOriginResourcePolicy: 'same-origin',
  })
}
