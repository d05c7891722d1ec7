import type { FakeClock } from '../../time/fake-clock.js'

/** A store with one mistake, and the check that has to notice it. */
export interface WrongStore<Port> {
  readonly what: string
  readonly noticedBy: string
  readonly make: (clock: FakeClock) => Port
}
