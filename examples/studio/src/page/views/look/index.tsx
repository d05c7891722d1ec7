import { useMemo, useState } from 'preact/hooks'

import { type LookInfo, type Range, RANGES, type SeriesInfo } from '../../../shared/look.js'
import { Moment } from '../../components/moment.js'
import { words } from '../../texts.js'
import type { StudioState } from '../../use-studio.js'
import type { ViewProps } from '../../view-props.js'
import { Figure } from './figure.js'
import { labelOf, toBudgetLines, toDots, toLines } from './to-lines.js'
import { useLook } from './use-look.js'

const sumOf = (series: readonly SeriesInfo[]): number =>
  series.flatMap(({ values }) => values).reduce<number>((sum, value) => sum + (value ?? 0), 0)

const highestOf = (series: readonly SeriesInfo[]): string =>
  Math.max(0, ...series.flatMap(({ values }) => values.map((value) => value ?? 0))).toFixed(1)

/** The one in the middle, in order of size. */
function middleOf({ delays }: LookInfo): number {
  const sorted = delays.map(({ value }) => value).toSorted((one, other) => one - other)
  return Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0)
}

function Charts({ look, state }: { readonly look: LookInfo; readonly state: StudioState }) {
  const { moments, posts, updates, budgets, delays, renewals } = look
  const dots = useMemo(() => toDots(state, delays), [state, delays])
  const lines = useMemo(
    () => ({
      posts: toLines(state, posts),
      updates: toLines(state, updates),
      budgets: toBudgetLines(state, look),
    }),
    [state, posts, updates, look],
  )
  return (
    <div class="figures">
      <Figure
        kind="bars"
        title={words.look.posts}
        summary={words.look.inAll(sumOf(posts))}
        moments={moments}
        lines={lines.posts}
      />
      <Figure
        kind="bars"
        title={words.look.updates}
        summary={words.look.inAll(sumOf(updates))}
        moments={moments}
        lines={lines.updates}
      />
      <Figure
        kind="line"
        title={words.look.budgets}
        help={words.look.budgetsHelp}
        summary={words.look.highest(highestOf(budgets))}
        moments={moments}
        lines={lines.budgets}
      />
      <Figure
        kind="dots"
        title={words.look.delays}
        help={words.look.delaysHelp}
        summary={words.look.middle(middleOf(look))}
        moments={dots.moments}
        lines={dots.lines}
      />
      <section class="card renewals" aria-labelledby="renewals">
        <h3 id="renewals">{words.look.renewals}</h3>
        {renewals.length === 0 && <p>{words.look.noRenewals}</p>}
        <ul>
          {renewals.toReversed().map(({ at, accountId }) => (
            <li key={`${at} ${accountId}`}>
              {words.look.renewal(labelOf(state, accountId))}{' '}
              <Moment at={new Date(at * 1000).toISOString()} />
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}

/** What happened over time, to be looked at rather than read. */
export function LookView({ state, notify }: ViewProps) {
  const [range, setRange] = useState<Range>('now')
  const changed = `${state.posts.length} ${state.updates.length} ${state.spending.map(({ spent }) => spent).join()}`
  const look = useLook(range, changed, notify)
  return (
    <section class="panel look" aria-labelledby="look">
      <div class="panel-head">
        <h2 id="look">{words.look.title}</h2>
        <fieldset class="chips" aria-label={words.look.range}>
          {(Object.keys(RANGES) as Range[]) // the keys of the table
            .map((name) => (
              <button
                key={name}
                type="button"
                class="chip"
                aria-pressed={range === name}
                onClick={() => setRange(name)}
              >
                {words.look.ranges[name]}
              </button>
            ))}
        </fieldset>
      </div>
      {look === null ? <p aria-busy="true" /> : <Charts look={look} state={state} />}
    </section>
  )
}
