/** Says that a check cannot be made, and what to add so that it can. */
export class CheckSkipped extends Error {
  override readonly name = 'CheckSkipped'
}

/** What test runners hand to a test: vitest and node:test both can skip from within. */
interface RunnerContext {
  skip(reason: string): unknown
}

function isRunnerContext(value: unknown): value is RunnerContext {
  // vitest's context is a function with properties.
  const isObject = (typeof value === 'object' && value !== null) || typeof value === 'function'
  return isObject && 'skip' in value && typeof value.skip === 'function'
}

/** Runs a check; one that turns out to be impossible skips where the runner can, and fails elsewhere. */
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
