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
    noticedBy: 'answers null for a state that was never kept',
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
    noticedBy: 'answers null for a state that was never kept',
    saying: /must answer null when there is nothing, not undefined/,
    make: changed((memory) => {
      const lookUp = memory.lookUp.bind(memory)
      memory.lookUp = async (state) => (await lookUp(state)) ?? (undefined as never) // the mistake under examination
    }),
  },
  {
    what: 'forgets what the platform has to remember',
    noticedBy: 'gives notes back whole, as often as they are looked up',
    make: changed((memory) => {
      const keep = memory.keep.bind(memory)
      memory.keep = (state, notes, options) => keep(state, { ...notes, remember: {} }, options)
    }),
  },
  {
    what: 'hands notes out once, whoever looks them up',
    noticedBy: 'gives notes back whole, as often as they are looked up',
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
    noticedBy: 'forgets notes, and is quiet when there are none',
    make: changed((memory) => {
      memory.forget = () => Promise.resolve()
    }),
  },
  {
    what: 'keeps the first notes of a state',
    noticedBy: 'replaces notes that are kept again under their state',
    make: changed((memory) => {
      const keep = memory.keep.bind(memory)
      memory.keep = async (state, notes, options) => {
        if (!(await memory.lookUp(state))) await keep(state, notes, options)
      }
    }),
  },
  {
    what: 'compares states without case',
    noticedBy: 'keeps states apart that differ in case or in length',
    make: changed((memory) => {
      const [keep, lookUp] = [memory.keep.bind(memory), memory.lookUp.bind(memory)]
      memory.keep = (state, notes, options) => keep(state.toLowerCase(), notes, options)
      memory.lookUp = (state) => lookUp(state.toLowerCase())
    }),
  },
  {
    what: 'keeps notes for ever',
    noticedBy: 'forgets notes when their time is over',
    make: changed((memory) => {
      const keep = memory.keep.bind(memory)
      memory.keep = (state, notes) => keep(state, notes, { lifetimeSeconds: 1e9 })
    }),
  },
  {
    what: 'takes notes without removing them',
    noticedBy: 'where it has take, hands notes out once',
    make: changed((memory) => {
      memory.take = (state) => memory.lookUp(state)
    }),
  },
  {
    what: 'reads first and removes later',
    noticedBy: 'where it has take, hands notes to one of many who ask at once',
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
