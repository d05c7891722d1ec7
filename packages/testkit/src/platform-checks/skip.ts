/** Thrown by a check that cannot run, with the missing hook. */
export class CheckSkipped extends Error {
  override readonly name = 'CheckSkipped'
}

/** Context that test runners pass to a test: vitest and node:test both support `skip` on it. */
interface RunnerContext {
  skip(reason: string): unknown
}

function isRunnerContext(value: unknown): value is RunnerContext {
  // The context of vitest is a function with properties.
  const isObject = (typeof value === 'object' && value !== null) || typeof value === 'function'
  return isObject && 'skip' in value && typeof value.skip === 'function'
}

/** Runs a check. A check that cannot run is skipped if the runner supports it, and otherwise fails. */
export async function runCheck(
  work: () => void | Promise<void>,
  runnerArguments: readonly unknown[],
): Promise<void> {
  try {
    await work()
  } catch (error) {
    const [context] = runnerArguments
    if (!(error instanceof CheckSkipped) || !isRunnerContext(context)) throw error
    context.skip(error.message)
  }
}
