import { cx } from './cx.ts'
import s from './icon.module.css'

/** One SVG path per icon, drawn on a 20 × 20 grid with a stroke of 1.5. */
const iconPaths = {
  dashboard: 'M3.5 3.5h5v6h-5zM11.5 3.5h5v3.5h-5zM11.5 10.5h5v6h-5zM3.5 13h5v3.5h-5z',
  chart: 'M3.5 3.5v13h13M7 13.5V9.5M10.5 13.5v-7M14 13.5v-5',
  requests:
    'M3.5 11.5 5.6 4.6A1.5 1.5 0 0 1 7 3.5h6a1.5 1.5 0 0 1 1.4 1.1l2.1 6.9v3.5a1.5 1.5 0 0 1-1.5 1.5H5A1.5 1.5 0 0 1 3.5 15zM3.5 11.5H7l1 2h4l1-2h3.5',
  plus: 'M10 4v12M4 10h12',
  batch: 'm10 3 7 3.5-7 3.5-7-3.5zM3 10l7 3.5 7-3.5M3 13.5 10 17l7-3.5',
  format: 'M5 2.5h7l3.5 3.5v11.5H5zM12 2.5V6h3.5M7.5 9.5h5M7.5 12h5M7.5 14.5h3',
  users:
    'M7.5 9.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM2 16.5c.3-3 2.6-4.5 5.5-4.5s5.2 1.5 5.5 4.5M12.8 3.8a3 3 0 0 1 0 5.4M15 12.4c1.7.6 2.8 2 3 4.1',
  user: 'M10 9.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM4 16.5c.4-3 2.9-4.5 6-4.5s5.6 1.5 6 4.5',
  settings:
    'M3 6h7.5M14.5 6H17M12.5 8a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM3 14h2.5M9.5 14H17M7.5 16a2 2 0 1 0 0-4 2 2 0 0 0 0 4z',
  sun: 'M10 13.2a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4zM10 2v1.7M10 16.3V18M2 10h1.7M16.3 10H18M4.3 4.3l1.2 1.2M14.5 14.5l1.2 1.2M4.3 15.7l1.2-1.2M14.5 5.5l1.2-1.2',
  moon: 'M16.5 11.8A6.8 6.8 0 0 1 8.2 3.5a6.8 6.8 0 1 0 8.3 8.3z',
  monitor: 'M3 4h14v9.5H3zM7.5 16.5h5M10 13.5v3',
  logout: 'M8 3.5H5A1.5 1.5 0 0 0 3.5 5v10A1.5 1.5 0 0 0 5 16.5h3M8 10h8.5M13 6.5l3.5 3.5-3.5 3.5',
  search: 'M9 14.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11zM13 13l3.5 3.5',
  check: 'm4 10.5 4 4 8-9',
  close: 'm5 5 10 10M15 5 5 15',
  chevronDown: 'm5.5 8 4.5 4.5L14.5 8',
  chevronUp: 'm5.5 12 4.5-4.5 4.5 4.5',
  chevronRight: 'm8 5.5 4.5 4.5L8 14.5',
  chevronLeft: 'M12 5.5 7.5 10l4.5 4.5',
  arrowRight: 'M3.5 10h13M12 5.5l4.5 4.5-4.5 4.5',
  download: 'M10 3v9.5M6 9l4 4 4-4M3.5 16.5h13',
  upload: 'M10 13V3.5M6 7l4-4 4 4M3.5 16.5h13',
  file: 'M5 2.5h7L15.5 6v11.5H5zM12 2.5V6h3.5',
  edit: 'M4 16l.7-3.3L13.5 4a1.6 1.6 0 0 1 2.3 0l.2.2a1.6 1.6 0 0 1 0 2.3L7.3 15.3zM12 5.5 14.5 8',
  trash: 'M3.5 5.5h13M8 5.5v-2h4v2M5 5.5l.8 11h8.4l.8-11M8.3 8.5v5M11.7 8.5v5',
  return: 'M7.5 4 3.5 8l4 4M3.5 8h8a5 5 0 0 1 0 8.5H8',
  redo: 'M12.5 4l4 4-4 4M16.5 8h-8a5 5 0 0 0 0 8.5H12',
  reject: 'M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM5.2 5.2l9.6 9.6',
  approve: 'M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM6.8 10.2l2.3 2.3 4.2-4.7',
  clock: 'M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM10 6v4.2l2.8 1.7',
  alert: 'M10 3.2 17.5 16.5h-15zM10 8v4M10 14.2v.1',
  info: 'M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM10 9.3v4M10 6.7v.1',
  help: 'M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM8 8.1a2 2 0 1 1 2.9 1.8c-.6.3-.9.6-.9 1.2v.2M10 13.6v.1',
  eye: 'M2 10s2.8-5 8-5 8 5 8 5-2.8 5-8 5-8-5-8-5zM10 12.3a2.3 2.3 0 1 0 0-4.6 2.3 2.3 0 0 0 0 4.6z',
  eyeOff:
    'M3.5 3.5l13 13M8.3 5.2A8.6 8.6 0 0 1 10 5c5.2 0 8 5 8 5a13.4 13.4 0 0 1-2.2 2.7M12.8 14.4A7.8 7.8 0 0 1 10 15c-5.2 0-8-5-8-5a13.2 13.2 0 0 1 3.6-3.8M8.4 8.4a2.3 2.3 0 0 0 3.2 3.2',
  more: 'M3.8 10a.7.7 0 1 0 1.4 0a.7.7 0 1 0-1.4 0M9.3 10a.7.7 0 1 0 1.4 0a.7.7 0 1 0-1.4 0M14.8 10a.7.7 0 1 0 1.4 0a.7.7 0 1 0-1.4 0',
  filter: 'M3 5h14M5.5 10h9M8 15h4',
  sort: 'M6.5 8 10 4.5 13.5 8M6.5 12l3.5 3.5 3.5-3.5',
  calendar: 'M3.5 4.5h13v12h-13zM3.5 8.5h13M7 2.5v3.5M13 2.5v3.5',
  camera: 'M3 6h3.5L8 4h4l1.5 2H17v10H3zM10 13.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6z',
  copy: 'M7 7h9.5v9.5H7zM13 7V3.5H3.5V13H7',
  mail: 'M3 4.5h14v11H3zM3.5 5l6.5 5.5L16.5 5',
  key: 'M7 13.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM10.5 10H17v3M14 10v2.5',
  refresh: 'M16 10a6 6 0 1 1-1.8-4.3L16.5 8M16.5 4v4h-4',
  send: 'M17 3 9 11M17 3l-5 14-3-6-6-3z',
  bell: 'M10 3a4.5 4.5 0 0 0-4.5 4.5c0 4-1.5 5-2 6.5h13c-.5-1.5-2-2.5-2-6.5A4.5 4.5 0 0 0 10 3zM8.3 16.3a1.8 1.8 0 0 0 3.4 0',
  menu: 'M3 5.5h14M3 10h14M3 14.5h14',
  external: 'M11.5 3.5h5v5M16.5 3.5l-7 7M8.5 4.5h-4a1 1 0 0 0-1 1v10a1 1 0 0 0 1 1h10a1 1 0 0 0 1-1v-4',
  sheet: 'M3.5 3.5h13v13h-13zM3.5 8h13M3.5 12.2h13M8 3.5v13',
  comment: 'M3.5 4h13v9.5H9L5.5 16.5v-3h-2z',
  shield: 'M10 2.5 16 5v4.5c0 3.8-2.5 6.6-6 8-3.5-1.4-6-4.2-6-8V5z',
  archive: 'M3 4h14v3.5H3zM4.5 7.5v9h11v-9M8 10.5h4',
  history: 'M3.5 4.5V8H7M3.7 8A6.7 6.7 0 1 1 3.3 11.5M10 6.5V10l2.5 1.7',
  drag: 'M6.8 5a.7.7 0 1 0 1.4 0a.7.7 0 1 0-1.4 0M11.8 5a.7.7 0 1 0 1.4 0a.7.7 0 1 0-1.4 0M6.8 10a.7.7 0 1 0 1.4 0a.7.7 0 1 0-1.4 0M11.8 10a.7.7 0 1 0 1.4 0a.7.7 0 1 0-1.4 0M6.8 15a.7.7 0 1 0 1.4 0a.7.7 0 1 0-1.4 0M11.8 15a.7.7 0 1 0 1.4 0a.7.7 0 1 0-1.4 0',
} as const

export type IconName = keyof typeof iconPaths

/** Icon of the product's own set. It is hidden from screen readers, so a text beside it must have the same meaning. */
export function Icon({ name, size = 20, className }: { name: IconName; size?: number; className?: string }) {
  return (
    <svg
      className={cx(s.icon, className)}
      width={size}
      height={size}
      viewBox="0 0 20 20"
      aria-hidden="true"
      focusable="false"
    >
      <path d={iconPaths[name]} />
    </svg>
  )
}
