import type { StatisticsInfo, PointInfo, SeriesInfo } from '../../../shared/statistics.js'
import { texts } from '../../texts.js'
import type { StudioState } from '../../use-studio.js'
import { accountOf, networkOf } from '../../view-props.js'
import type { Line } from './chart.js'

/** Colours that are easy to distinguish in the light and the dark theme. */
const COLOURS = [
  '#6366f1',
  '#10a37f',
  '#e0762b',
  '#d6409f',
  '#0ea5e9',
  '#a3a30f',
  '#dc4b4b',
  '#8b5cf6',
  '#14b8a6',
  '#b0752f',
  '#64748b',
] as const

/** Returns the colour for an index. The colours repeat after the last one. */
const colourAt = (place: number): string => COLOURS[Math.max(place, 0) % COLOURS.length] ?? COLOURS[0]

/** Returns the colour of an account. An account has the same colour in every chart. */
function colourOf({ accounts }: StudioState, accountId: string): string {
  return colourAt(accounts.findIndex(({ id }) => id === accountId))
}

/** Returns the label of an account in a chart. */
export function labelOf(state: StudioState, accountId: string): string {
  const name = accountOf(state, accountId)?.name ?? texts.app.gone
  return `${name} · ${networkOf(state, accountId)?.displayName ?? ''}`
}

/** Creates one line for each account. */
export function toLines(state: StudioState, series: readonly SeriesInfo[]): readonly Line[] {
  return series.map(({ subject, values }) => ({
    label: labelOf(state, subject),
    colour: colourOf(state, subject),
    values,
  }))
}

/** Creates one line for each budget. */
export function toBudgetLines(state: StudioState, { budgets }: StatisticsInfo): readonly Line[] {
  return budgets.map(({ network, bucket, limit, values }, place) => {
    const { displayName = network } = state.networks.find(({ name }) => name === network) ?? {}
    return {
      label: `${displayName}: ${limit.toLocaleString('en')} ${bucket}`,
      colour: colourAt(place),
      values,
    }
  })
}

/** Creates one dot for each event, in the colour of its account. */
export function toDots(
  state: StudioState,
  points: readonly PointInfo[],
): { readonly moments: readonly number[]; readonly lines: readonly Line[] } {
  const accounts = [...new Set(points.map(({ accountId }) => accountId))]
  return {
    moments: points.map(({ at }) => at),
    lines: accounts.map((id) => ({
      label: labelOf(state, id),
      colour: colourOf(state, id),
      values: points.map(({ accountId, value }) => (accountId === id ? value : null)),
    })),
  }
}
