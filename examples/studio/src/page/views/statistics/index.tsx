import { useMemo, useState } from 'preact/hooks'

import { type StatisticsInfo, type Range, RANGES, type SeriesInfo } from '../../../shared/statistics.js'
import { Moment } from '../../components/moment.js'
import { texts } from '../../texts.js'
import type { StudioState } from '../../use-studio.js'
import type { ViewProps } from '../../view-props.js'
import { Figure } from './figure.js'
import { labelOf, toBudgetLines, toDots, toLines } from './to-lines.js'
import { useStatistics } from './use-statistics.js'

const sumOf = (series: readonly SeriesInfo[]): number =>
  series.flatMap(({ values }) => values).reduce<number>((sum, value) => sum + (value ?? 0), 0)

const highestOf = (series: readonly SeriesInfo[]): string =>
  Math.max(0, ...series.flatMap(({ values }) => values.map((value) => value ?? 0))).toFixed(1)

/** Returns the median of the delays. */
function middleOf({ delays }: StatisticsInfo): number {
  const sorted = delays.map(({ value }) => value).toSorted((one, other) => one - other)
  return Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0)
}

function Charts({ statistics, state }: { readonly statistics: StatisticsInfo; readonly state: StudioState }) {
  const { moments, posts, updates, budgets, delays, renewals } = statistics
  const dots = useMemo(() => toDots(state, delays), [state, delays])
  const lines = useMemo(
    () => ({
      posts: toLines(state, posts),
      updates: toLines(state, updates),
      budgets: toBudgetLines(state, statistics),
    }),
    [state, posts, updates, statistics],
  )
  return (
    <div class="figures">
      <Figure
        kind="bars"
        title={texts.statistics.posts}
        summary={texts.statistics.inAll(sumOf(posts))}
        moments={moments}
        lines={lines.posts}
      />
      <Figure
        kind="bars"
        title={texts.statistics.updates}
        summary={texts.statistics.inAll(sumOf(updates))}
        moments={moments}
        lines={lines.updates}
      />
      <Figure
        kind="line"
        title={texts.statistics.budgets}
        help={texts.statistics.budgetsHelp}
        summary={texts.statistics.highest(highestOf(budgets))}
        moments={moments}
        lines={lines.budgets}
      />
      <Figure
        kind="dots"
        title={texts.statistics.delays}
        help={texts.statistics.delaysHelp}
        summary={texts.statistics.middle(middleOf(statistics))}
        moments={dots.moments}
        lines={dots.lines}
      />
      <section class="card renewals" aria-labelledby="renewals">
        <h3 id="renewals">{texts.statistics.renewals}</h3>
        {renewals.length === 0 && <p>{texts.statistics.noRenewals}</p>}
        <ul>
          {renewals.toReversed().map(({ at, accountId }) => (
            <li key={`${at} ${accountId}`}>
              {texts.statistics.renewal(labelOf(state, accountId))}{' '}
              <Moment at={new Date(at * 1000).toISOString()} />
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}

/** View with the charts of the studio's statistics. */
export function StatisticsView({ state, notify }: ViewProps) {
  const [range, setRange] = useState<Range>('now')
  const changed = `${state.posts.length} ${state.updates.length} ${state.spending.map(({ spent }) => spent).join()}`
  const statistics = useStatistics(range, changed, notify)
  return (
    <section class="panel statistics" aria-labelledby="statistics">
      <div class="panel-head">
        <h2 id="statistics">{texts.statistics.title}</h2>
        <fieldset class="chips" aria-label={texts.statistics.range}>
          {(Object.keys(RANGES) as Range[]) // safe cast: Object.keys returns the keys of `RANGES`
            .map((name) => (
              <button
                key={name}
                type="button"
                class="chip"
                aria-pressed={range === name}
                onClick={() => setRange(name)}
              >
                {texts.statistics.ranges[name]}
              </button>
            ))}
        </fieldset>
      </div>
      {statistics === null ? <p aria-busy="true" /> : <Charts statistics={statistics} state={state} />}
    </section>
  )
}
