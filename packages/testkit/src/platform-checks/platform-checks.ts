import { refuseUnknownNames } from '@social/core/platform'

import { abilityChecks } from './ability-checks.js'
import { addressChecks } from './address-checks.js'
import { answerChecks } from './answer-checks.js'
import type { CheckDefinition } from './check.js'
import { quotingChecks } from './entry-points/quoting-checks.js'
import { HOOK_NAMES, type PlatformChecksHooks } from './hooks.js'
import { optionChecks } from './option-checks.js'
import { askingAgainChecks } from './publishing/asking-again-checks.js'
import { lostFinishChecks } from './publishing/lost-finish-checks.js'
import { postingChecks } from './publishing/posting-checks.js'
import { publishingChecks } from './publishing/publishing-checks.js'
import { threadChecks } from './publishing/thread-checks.js'
import { waitingChecks } from './publishing/waiting-checks.js'
import { addressFieldChecks } from './reading/address-field-checks.js'
import { listeningChecks } from './reading/listening-checks.js'
import { pushChecks } from './reading/push-checks.js'
import { readingChecks } from './reading/reading-checks.js'
import { requestChecks } from './request-checks.js'
import { shapeChecks } from './shape-checks.js'
import { signInChecks } from './sign-in/sign-in-checks.js'
import { signInPromises } from './sign-in/sign-in-promises.js'
import { CheckSkipped, runCheck } from './skip.js'
import { Subject } from './subject.js'

/** One check of a platform, for any test runner. */
export interface PlatformCheck {
  /** Required behavior. The text continues a sentence that starts with the platform's name. */
  readonly name: string
  /**
   * Runs the check. Rejects with an `AssertionError` that contains the problem and the required
   * action. Pass this function to vitest or node:test directly: the check then uses the test
   * context to skip itself if a required hook is missing.
   */
  readonly run: (...runnerArguments: readonly unknown[]) => Promise<void>
  /**
   * Reason why the check does not apply, or the name of the missing hook. False if the check can
   * run.
   */
  readonly skip: false | string
}

const ALL: readonly CheckDefinition[] = [
  ...shapeChecks,
  ...addressChecks,
  ...signInChecks,
  ...signInPromises,
  ...abilityChecks,
  ...requestChecks,
  ...waitingChecks,
  ...readingChecks,
  ...addressFieldChecks,
  ...listeningChecks,
  ...answerChecks,
  ...askingAgainChecks,
  ...postingChecks,
  ...publishingChecks,
  ...threadChecks,
  ...lostFinishChecks,
  ...optionChecks,
  ...pushChecks,
  ...quotingChecks,
]

/**
 * Checks that a platform implements the platform interface correctly. The checks need no test
 * runner and no network access.
 *
 * @example
 * for (const check of new PlatformChecks({ makePlatform: () => threads(), makeConnection: aConnection }))
 *   it(check.name, check.run)
 */
export class PlatformChecks implements Iterable<PlatformCheck> {
  readonly #hooks: PlatformChecksHooks

  /**
   * @param hooks - Functions that create the platform, an account, and the replies of the network.
   * @throws ConfigError for an unknown hook name, because checks would be skipped without notice.
   */
  constructor(hooks: PlatformChecksHooks) {
    refuseUnknownNames(hooks, HOOK_NAMES, 'PlatformChecks')
    this.#hooks = hooks
  }

  *[Symbol.iterator](): Iterator<PlatformCheck> {
    const subject = this.#subject()
    for (const definition of ALL)
      yield {
        name: definition.name,
        skip: (subject && definition.skip?.(subject)) ?? false,
        run: (...runnerArguments) => runCheck(() => this.#run(definition), runnerArguments),
      }
  }

  /** Runs a check. A check that does not apply ends with its reason, which the runner prints. */
  async #run({ run, skip }: CheckDefinition): Promise<void> {
    const subject = new Subject(this.#hooks)
    const reason = skip?.(subject) ?? false
    if (reason !== false) throw new CheckSkipped(reason)
    await run(subject)
  }

  /**
   * Creates the platform, which decides which checks apply. Returns null if the creation fails.
   * Every check then reports the error of the creation.
   */
  #subject(): Subject | null {
    try {
      return new Subject(this.#hooks)
    } catch {
      return null
    }
  }
}
