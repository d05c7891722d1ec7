import { useEffect, useState } from 'preact/hooks'

const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

function describe(moment: Date): string {
  const seconds = (moment.getTime() - Date.now()) / 1000
  for (const [unit, length] of UNITS)
    if (Math.abs(seconds) >= length) return relative.format(Math.round(seconds / length), unit)
  return seconds > 0 ? 'in a moment' : 'just now'
}

/** Shows a relative time. The title attribute contains the exact time. */
export function Moment({ at }: { readonly at: string }) {
  const [, tick] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), 20_000)
    return () => clearInterval(timer)
  }, [])
  const moment = new Date(at)
  return (
    <time dateTime={at} title={exact.format(moment)}>
      {describe(moment)}
    </time>
  )
}
