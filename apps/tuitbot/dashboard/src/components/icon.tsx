const PATHS = {
  check: 'M5 12.5l4.5 4.5L19 7.5',
  pencil: 'M4 20l1-4.5L16.5 4l3.5 3.5L8.5 19z',
  cross: 'M6 6l12 12M18 6L6 18',
  undo: 'M9 7L4 12l5 5M4.5 12H15a5 5 0 0 1 0 10h-2',
  pause: 'M9 6v12M15 6v12',
  play: 'M8 5.5v13l10.5-6.5z',
  sun: 'M12 4V2M12 22v-2M4 12H2M22 12h-2M6.3 6.3L4.9 4.9M19.1 19.1l-1.4-1.4M6.3 17.7l-1.4 1.4M19.1 4.9l-1.4 1.4M16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0z',
  moon: 'M20 14.5A8 8 0 0 1 9.5 4 8 8 0 1 0 20 14.5z',
  keyboard:
    'M4 7h16a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V8a1 1 0 0 1 1-1zM7 10.5h.01M10.3 10.5h.01M13.7 10.5h.01M17 10.5h.01M8.5 13.8h7',
  outside: 'M9 5H5v14h14v-4M13 5h6v6M19 5l-8.5 8.5',
  lock: 'M7 11V8a5 5 0 0 1 10 0v3M6 11h12v9H6z',
  quill: 'M20 4c-7 0-12 4-13.5 11L5 20M9.5 14c4 0 8-2 10.5-10',
  alert: 'M12 8v5M12 16.5h.01M12 3.5L2.5 20h19z',
} as const

export type IconName = keyof typeof PATHS

/** A drawing beside words; it says nothing by itself. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  )
}
