/** Thrown by a check that cannot run. The message contains the missing hook. */
export class CheckSkipped extends Error {
  override readonly name = 'CheckSkipped'
}

/** Test context that vitest and node:test pass to a test. */
interface RunnerContext {
  skip(reason: string): unknown
}

function isRunnerContext(value: unknown): value is RunnerContext {
  // The context of vitest is a function with additional properties, so functions are accepted too.
  const isObject = (typeof value === 'object' && value !== null) || typeof value === 'function'
  return isObject && 'skip' in value && typeof value.skip === 'function'
}

/**
 * Runs a check. If the check cannot run, calls `skip` of the test context. Without a test context
 * the check fails.
 */
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
