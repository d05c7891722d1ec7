import { texts } from '../../texts.js'

const CIRCLE = 2 * Math.PI * 10

/** Ring that shows the used part of the maximum length, with the number of remaining characters. */
export function TextCount({
  length,
  maxLength,
}: {
  readonly length: number | null
  readonly maxLength: number | null
}) {
  if (length === null || maxLength === null) return <span class="count" />
  const share = Math.min(length / maxLength, 1)
  const left = maxLength - length
  const level = left < 0 ? 'over' : left <= maxLength * 0.1 ? 'near' : 'fine'
  return (
    <span class="count" data-level={level}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <circle cx="12" cy="12" r="10" />
        <circle class="used" cx="12" cy="12" r="10" stroke-dasharray={`${share * CIRCLE} ${CIRCLE}`} />
      </svg>
      <output
        aria-live={level === 'fine' ? 'off' : 'polite'}
        title={texts.compose.measured(length, maxLength)}
      >
        <span aria-hidden="true">{left}</span>
        <span class="hidden">{texts.compose.left(left)}</span>
      </output>
    </span>
  )
}
