import { texts } from '../../texts.js'
import { Chart, type Line } from './chart.js'

const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'short', timeStyle: 'short' })

/** Returns the table rows. Leaves out times at which every value is null or 0. */
function rowsOf(moments: readonly number[], lines: readonly Line[]) {
  return moments
    .map((at, index) => ({ at, values: lines.map(({ values }) => values[index] ?? null) }))
    .filter(({ values }) => values.some((value) => value !== null && value !== 0))
}

/** Chart with a title, a text summary, a legend and a data table. */
export function Figure(props: {
  readonly kind: 'bars' | 'line' | 'dots'
  readonly title: string
  readonly help?: string
  /** Text summary of the chart for screen readers. */
  readonly summary: string
  readonly moments: readonly number[]
  readonly lines: readonly Line[]
}) {
  const { title, help, lines, moments } = props
  const rows = rowsOf(moments, lines)
  return (
    <figure class="card">
      <figcaption>
        <h3>{title}</h3>
        <p>
          {rows.length === 0 ? texts.statistics.nothing : [help, props.summary].filter(Boolean).join(' · ')}
        </p>
      </figcaption>
      <Chart kind={props.kind} moments={moments} lines={lines} />
      <ul class="legend">
        {lines.map(({ label, colour }) => (
          <li key={label} style={{ '--colour': colour }}>
            {label}
          </li>
        ))}
      </ul>
      {rows.length > 0 && (
        <details>
          <summary>{texts.statistics.asTable}</summary>
          <div class="scroll">
            <table>
              <thead>
                <tr>
                  <th scope="col">{texts.statistics.when}</th>
                  {lines.map(({ label }) => (
                    <th key={label} scope="col">
                      {label}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.map(({ at, values }) => (
                  <tr key={at}>
                    <th scope="row">{moment.format(new Date(at * 1000))}</th>
                    {lines.map(({ label }, column) => (
                      <td key={label}>{Math.round((values[column] ?? 0) * 100) / 100}</td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </details>
      )}
    </figure>
  )
}
