import 'uplot/dist/uPlot.min.css'
import { useEffect, useRef } from 'preact/hooks'
import uPlot from 'uplot'

const HEIGHT = 190
/** Possible distances of the y axis labels. Counts are whole numbers. */
const WHOLE = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000]
const SHARES = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, ...WHOLE]
const clock = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hour12: false,
})

/** Data of one line, one row of bars, or one set of dots. */
export interface Line {
  readonly label: string
  readonly colour: string
  readonly values: readonly (number | null)[]
}

/**
 * Returns a function that reads the current value of a CSS colour variable. The value depends on
 * the theme.
 */
const colourOf = (name: string) => (): string => getComputedStyle(document.body).getPropertyValue(name)

/** Adds to each value the values of the previous lines, so that the bars are stacked. */
function stacked(lines: readonly Line[]): readonly Line[] {
  let below: readonly number[] = []
  return lines.map((line) => {
    below = line.values.map((value, at) => (value ?? 0) + (below[at] ?? 0))
    return { ...line, values: below }
  })
}

function seriesOf(kind: 'bars' | 'line' | 'dots', { label, colour }: Line): uPlot.Series {
  const shared = { label, stroke: colour, points: { show: false } }
  if (kind === 'bars') {
    const paths = uPlot.paths.bars?.({ size: [0.75, 18], radius: 0.15 })
    return { ...shared, fill: colour, width: 0, ...(paths && { paths }) }
  }
  if (kind === 'dots') return { ...shared, paths: () => null, points: { show: true, size: 7, fill: colour } }
  return { ...shared, width: 2, points: { show: true, size: 5, fill: colour } }
}

/** Chart drawn with uPlot. Screen readers use the text summary and the table with the same data. */
export function Chart(props: {
  readonly kind: 'bars' | 'line' | 'dots'
  readonly moments: readonly number[]
  readonly lines: readonly Line[]
}) {
  const { kind, moments, lines } = props
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = place.current
    if (element === null) return undefined
    // The tallest bars are drawn first, so that they do not cover the shorter bars.
    const drawn = kind === 'bars' ? stacked(lines).toReversed() : lines
    const margin = ((moments[1] ?? 0) - (moments[0] ?? 0)) / 2 || 1
    const axis = {
      stroke: colourOf('--faint'),
      font: '12px system-ui',
      grid: { stroke: colourOf('--line'), width: 1 },
      ticks: { show: false },
    }
    const chart = new uPlot(
      {
        width: element.clientWidth,
        height: HEIGHT,
        legend: { show: false },
        cursor: { show: false },
        scales: {
          // The x axis leaves space for half a bar at both ends.
          x: { range: (_chart, first, last) => [first - margin, last + margin] },
          y: { range: (_chart, _low, high) => [0, Math.max(high * 1.1, kind === 'line' ? 0.1 : 1)] },
        },
        axes: [
          {
            ...axis,
            grid: { show: false },
            size: 30,
            space: 80,
            values: (_chart, at) => at.map((one) => clock.format(one * 1000)),
          },
          { ...axis, size: 42, incrs: kind === 'line' ? SHARES : WHOLE },
        ],
        series: [{}, ...drawn.map((line) => seriesOf(kind, line))],
      },
      [[...moments], ...drawn.map(({ values }) => [...values])],
      element,
    )
    const observer = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height: HEIGHT }))
    observer.observe(element)
    return () => {
      observer.disconnect()
      chart.destroy()
    }
  }, [kind, moments, lines])
  return <div ref={place} class="chart" aria-hidden="true" />
}
