const PATHS = {
  image: 'M4 5h16v14H4zM4 16l4.5-4.5 4 4L16 12l4 4M9 9.2a.6.6 0 1 0 0-.01',
  clock: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M12 7.5V12l3 2',
  sliders: 'M4 8h9M17 8h3M15 6v4M4 16h3M11 16h9M9 14v4',
  send: 'M4 12 20 4l-5 16-3.5-6.5z',
  close: 'M6 6l12 12M18 6 6 18',
  inbox: 'M4 13h4l1.5 3h5L16 13h4M4 13l3-8h10l3 8v6H4z',
  posts: 'M5 4h14v16H5zM8 8h8M8 12h8M8 16h5',
  pen: 'M4 20l1-4L16 5l3 3L8 19zM14 7l3 3',
  comment: 'M4 5h16v11H10l-5 4v-4H4z',
  mention: 'M16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0m0 0v1.2a2.3 2.3 0 0 0 4.6 0V12a8.6 8.6 0 1 0-3.2 6.7',
  message: 'M3.5 6h17v12h-17zM4 6.5l8 6.5 8-6.5',
  follow: 'M9.5 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7M3.5 20c0-3.3 2.7-6 6-6s6 2.7 6 6M18.5 8v6M15.5 11h6',
  like: 'M12 20 4.6 12.6a4.6 4.6 0 0 1 6.5-6.5l.9.9.9-.9a4.6 4.6 0 0 1 6.5 6.5z',
  repost: 'M6 9h11l-2.5-2.5M18 15H7l2.5 2.5',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8M12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4',
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5',
  auto: 'M12 3a9 9 0 1 0 0 18zM12 3a9 9 0 0 1 0 18',
  plus: 'M12 5v14M5 12h14',
  trash: 'M5 7h14M10 7V4.5h4V7M7 7l1 13h8l1-13M10.5 11v5.5M13.5 11v5.5',
  open: 'M14 4h6v6M20 4l-9 9M18 14v6H4V6h6',
  retry: 'M19 12a7 7 0 1 1-2-5l2 2M19 4.5V9h-4.5',
  up: 'M6 15l6-6 6 6',
  down: 'M6 9l6 6 6-6',
  chart: 'M4 20V4M4 20h16M8 16v-5M12.5 16V7M17 16v-7',
  bell: 'M12 4a5 5 0 0 0-5 5c0 5-2 6-2 7h14c0-1-2-2-2-7a5 5 0 0 0-5-5M10 19a2 2 0 0 0 4 0',
  spark: 'M12 3l2 7 7 2-7 2-2 7-2-7-7-2 7-2z',
} as const

export type IconName = keyof typeof PATHS

/** Icon next to a label. Screen readers skip the icon, because the label has the same meaning. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  )
}
