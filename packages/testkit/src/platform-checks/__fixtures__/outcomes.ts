import { aConnection } from '../../builders/account.js'
import { quotingChecks } from '../entry-points/quoting-checks.js'
import type { PlatformChecksHooks } from '../hooks.js'
import { PlatformChecks } from '../platform-checks.js'
import { sample, sampleTransport } from './sample-platform.js'

/** The hooks of a platform that keeps the contract. */
export const hooks: PlatformChecksHooks = {
  makePlatform: () => sample,
  makeConnection: aConnection,
  makeTransport: sampleTransport,
}

/** The check that takes longer than all others together: it calls each entry point with each form of a quote. */
export const LONGEST = quotingChecks[0]?.name ?? ''

/** The outcome of each chosen check: `passed`, `skipped: …` or `failed: …`. */
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

/** The outcomes that start with a text. */
export const only = (results: ReadonlyMap<string, string>, start: string): ReadonlyMap<string, string> =>
  new Map([...results].filter(([, result]) => result.startsWith(start)))
