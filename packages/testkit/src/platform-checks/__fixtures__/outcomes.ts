import { aConnection } from '../../builders/account.js'
import { quotingChecks } from '../entry-points/quoting-checks.js'
import type { PlatformChecksHooks } from '../hooks.js'
import { PlatformChecks } from '../platform-checks.js'
import { sample, sampleTransport } from './sample-platform.js'

/** Hooks for the sample platform, which passes all checks. */
export const hooks: PlatformChecksHooks = {
  makePlatform: () => sample,
  makeConnection: aConnection,
  makeTransport: sampleTransport,
}

/**
 * Name of the slowest check. The check calls each entry point with each form in which a network
 * can echo secrets.
 */
export const LONGEST = quotingChecks[0]?.name ?? ''

/** Runs the chosen checks. Returns `passed`, `skipped: …` or `failed: …` for each check name. */
export async function outcomes(
  changes: Partial<PlatformChecksHooks>,
  isChosen: (name: string) => boolean = () => true,
): Promise<ReadonlyMap<string, string>> {
  const results = new Map<string, string>()
  for (const { name, skip, run } of new PlatformChecks({ ...hooks, ...changes })) {
    if (!isChosen(name)) continue
    let result = 'passed'
    const context = { skip: (reason: string) => (result = `skipped: ${reason}`) }
    if (skip === false)
      await run(context).catch((error: unknown) => {
        result = `failed: ${error instanceof Error ? error.message : String(error)}`
      })
    else result = `skipped: ${skip}`
    results.set(name, result)
  }
  return results
}

/** Returns the outcomes whose text starts with `start`. */
export const only = (results: ReadonlyMap<string, string>, start: string): ReadonlyMap<string, string> =>
  new Map([...results].filter(([, result]) => result.startsWith(start)))
