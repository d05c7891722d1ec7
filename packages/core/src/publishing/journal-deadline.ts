import type { Clock } from '../contract/index.js'
import { Deadline } from '../http/time/deadline.js'

/**
 * Seconds that are allowed for releasing a journal entry or storing a result after the deadline of the call. Our
 * choice: a working store responds much faster.
 */
export const CLEAN_UP_SECONDS = 10

/**
 * Deadline for calls of the journal. The deadline of the publish call applies first. After a
 * failure a separate clean-up deadline applies.
 */
export class JournalDeadline {
  deadline: Deadline
  /**
   * All clean-up deadlines. An earlier one stays in use, because it still limits the journal calls
   * that began under it.
   */
  readonly #cleanUps: Deadline[] = []

  constructor(deadline: Deadline) {
    this.deadline = deadline
  }

  /**
   * Starts a new deadline for cleaning up, independent of the deadline of the call.
   *
   * @param workSeconds - Seconds of other work before the clean-up, for example a query for a lost post.
   */
  startCleanUp(clock: Clock, platform: string, workSeconds = 0): Deadline {
    const cleanUp = new Deadline({ clock, platform, seconds: workSeconds + CLEAN_UP_SECONDS })
    this.#cleanUps.push(cleanUp)
    this.deadline = cleanUp
    return cleanUp
  }

  end(): void {
    for (const cleanUp of this.#cleanUps) cleanUp.end()
  }
}
