import { ControlError, operation } from '../../framework/control/operations.js'
import type { MastodonState } from '../state.js'
import type { StreamDrop } from '../streaming/open-stream.js'
import { NO_STREAM_FAULTS } from '../streaming/stream-state.js'
import { streamEvent, streamsOf } from '../streaming/streams.js'
import { mustFindPerson } from './people.js'

const DROPS: readonly StreamDrop[] = ['END', 'CUT', 'MID_EVENT']

function toDrop(text: string | undefined): StreamDrop {
  const drop = DROPS.find((one) => one === (text ?? 'CUT'))
  if (drop === undefined)
    throw new ControlError(`"${text}" is not a kind of drop. Use one of: ${DROPS.join(', ')}.`)
  return drop
}

/**
 * Checks an optional count. Returns null if the count is missing. @throws ControlError if the
 * count is below 1.
 */
function toCount(name: string, count: number | undefined): number | null {
  if (count === undefined) return null
  if (!Number.isInteger(count) || count < 1) throw new ControlError(`${name} must be a whole number above 0.`)
  return count
}

/** Creates the control operations for open streams. */
export function streamingOperations(state: MastodonState) {
  const idOf = (name: string | undefined): string | null =>
    name === undefined ? null : mustFindPerson(state, name).id
  return {
    streams: operation({
      does: 'Returns the number of open streams, and of all streams so far.',
      takes: {},
      reads: true,
      run: () => ({ open: state.streams.open.size, opened: state.streams.opened }),
    }),
    dropStreams: operation({
      does: 'Ends the streams of one person or of all people: END properly, CUT the connection, or MID_EVENT.',
      takes: { of: 'text?', how: 'text?' },
      run: ({ of, how: given }) => {
        const how = toDrop(given)
        const streams = streamsOf(state, idOf(of))
        for (const stream of streams) {
          if (how === 'MID_EVENT') stream.write('event: notification\ndata: {"id":"1')
          stream.drop(how)
        }
        return { dropped: streams.length }
      },
    }),
    stallStreams: operation({
      does: 'Stalls the streams of one person or of all people: they send nothing and stay open.',
      takes: { of: 'text?' },
      run: ({ of }) => {
        const streams = streamsOf(state, idOf(of))
        for (const stream of streams) stream.stall()
        return { stalled: streams.length }
      },
    }),
    disturbStreams: operation({
      does: 'Sets the faults of all streams: dropped after a number of notifications, repeated notifications, every n-th one lost. Without fields, there are no faults.',
      takes: { dropAfter: 'number?', how: 'text?', repeats: 'number?', loseEvery: 'number?' },
      run: ({ dropAfter, how, repeats, loseEvery }) => {
        state.streams.faults = {
          dropAfter: toCount('dropAfter', dropAfter),
          how: toDrop(how),
          repeats: toCount('repeats', repeats) ?? NO_STREAM_FAULTS.repeats,
          loseEvery: toCount('loseEvery', loseEvery),
        }
      },
    }),
    streamEvent: operation({
      does: 'Sends an event to the streams of one person or of all people: `notifications_merged`, or an unknown one.',
      takes: { of: 'text?', event: 'text', payload: 'text?' },
      run: ({ of, event, payload }) => streamEvent(state, idOf(of), event, payload ?? '1'),
    }),
  }
}
