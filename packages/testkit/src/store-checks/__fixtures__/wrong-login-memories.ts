import { InMemoryLoginMemory } from '@social/core'
import type { LoginMemory } from '@social/core/store'

import type { FakeClock } from '../../time/fake-clock.js'
import type { WrongStore } from './wrong-store.js'

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

const changed =
  (change: (memory: InMemoryLoginMemory) => void) =>
  (clock: FakeClock): LoginMemory => {
    const memory = new InMemoryLoginMemory({ clock })
    change(memory)
    return memory
  }

export const WRONG_LOGIN_MEMORIES: readonly WrongStore<LoginMemory>[] = [
  {
    what: 'throws for a state it does not know',
    noticedBy: 'returns null for an unknown state',
    make: changed((memory) => {
      const lookUp = memory.lookUp.bind(memory)
      memory.lookUp = async (state) => {
        const notes = await lookUp(state)
        if (!notes) throw new Error('unknown state')
        return notes
      }
    }),
  },
  {
    what: 'answers undefined for a state it does not know',
    noticedBy: 'returns null for an unknown state',
    saying: /must return null, not undefined, if nothing is stored/,
    make: changed((memory) => {
      const lookUp = memory.lookUp.bind(memory)
      memory.lookUp = async (state) => (await lookUp(state)) ?? (undefined as never) // deliberate defect: returns undefined instead of null
    }),
  },
  {
    what: 'forgets what the platform has to remember',
    noticedBy: 'returns complete notes for every query',
    make: changed((memory) => {
      const keep = memory.keep.bind(memory)
      memory.keep = (state, notes, options) => keep(state, { ...notes, remember: {} }, options)
    }),
  },
  {
    what: 'hands notes out once, whoever looks them up',
    noticedBy: 'returns complete notes for every query',
    make: changed((memory) => {
      const lookUp = memory.lookUp.bind(memory)
      memory.lookUp = async (state) => {
        const notes = await lookUp(state)
        await memory.forget(state)
        return notes
      }
    }),
  },
  {
    what: 'forgets nothing',
    noticedBy: 'deletes notes, and does nothing without any',
    make: changed((memory) => {
      memory.forget = () => Promise.resolve()
    }),
  },
  {
    what: 'keeps the first notes of a state',
    noticedBy: 'replaces notes that are kept again with the same state',
    make: changed((memory) => {
      const keep = memory.keep.bind(memory)
      memory.keep = async (state, notes, options) => {
        if (!(await memory.lookUp(state))) await keep(state, notes, options)
      }
    }),
  },
  {
    what: 'compares states without case',
    noticedBy: 'distinguishes states by case and length',
    make: changed((memory) => {
      const [keep, lookUp] = [memory.keep.bind(memory), memory.lookUp.bind(memory)]
      memory.keep = (state, notes, options) => keep(state.toLowerCase(), notes, options)
      memory.lookUp = (state) => lookUp(state.toLowerCase())
    }),
  },
  {
    what: 'keeps notes for ever',
    noticedBy: 'deletes notes after their lifetime',
    make: changed((memory) => {
      const keep = memory.keep.bind(memory)
      memory.keep = (state, notes) => keep(state, notes, { lifetimeSeconds: 1e9 })
    }),
  },
  {
    what: 'takes notes without removing them',
    noticedBy: 'with take, returns notes once',
    make: changed((memory) => {
      memory.take = (state) => memory.lookUp(state)
    }),
  },
  {
    what: 'reads first and removes later',
    noticedBy: 'with take, returns notes to one of many concurrent calls',
    make: changed((memory) => {
      memory.take = async (state) => {
        const notes = await memory.lookUp(state)
        await turn()
        await memory.forget(state)
        return notes
      }
    }),
  },
]
