import type { Clock } from '../contract/index.js'
import { Deadline } from '../http/deadline.js'

/** Seconds for giving an entry up, or writing a result down, after the time of the call is over. */
export const CLEAN_UP_SECONDS = 10

/** What bounds the calls of the journal: the deadline of the call; once that is over, one for cleaning up. */
export class Bounds {
  deadline: Deadline
  #cleanUp: Deadline | null = null

  constructor(deadline: Deadline) {
    this.deadline = deadline
  }

  /** From now on the time for cleaning up counts, whatever became of the call. */
  startCleanUp(clock: Clock, platform: string): Deadline {
    this.#cleanUp ??= new Deadline({ clock, platform, seconds: CLEAN_UP_SECONDS })
    this.deadline = this.#cleanUp
    return this.#cleanUp
  }

  end(): void {
    this.#cleanUp?.end()
  }
}
