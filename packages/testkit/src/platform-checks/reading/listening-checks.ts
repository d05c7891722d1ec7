import { type CheckDefinition, must } from '../check.js'
import { NEEDS_CONNECTION, type Subject } from '../subject.js'
import { listenForMoment } from './listening.js'

async function checkStop(subject: Subject): Promise<void> {
  const { listen } = subject.members
  if (typeof listen !== 'function') return
  const { hasEnded } = await listenForMoment(
    (...given) => Reflect.apply(listen, subject.platform, given) as unknown, // safe cast: `listenForMoment` awaits the result without reading it
    subject.call(),
  )
  must(hasEnded, 'listen() continues after its signal has fired. Close the stream when call.signal fires.')
}

/** Checks of live updates. */
export const listeningChecks: readonly CheckDefinition[] = [
  {
    name: 'stops listening when the signal fires',
    skip: (subject) => {
      if (!subject.has('listen')) return 'It has no live updates.'
      return subject.hooks.makeConnection ? false : NEEDS_CONNECTION
    },
    run: checkStop,
  },
]
