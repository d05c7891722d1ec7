import { inspect } from 'node:util'

import { SocialBaseError } from '@social/core'

type Headers = Readonly<Record<string, string>>

/** Invalid response of an emulated network, as a fault. */
export type Nonsense =
  | { readonly fault: 'status'; readonly status: number; readonly body?: unknown; readonly headers?: Headers }
  | { readonly fault: 'dropMidBody' | 'closeBeforeEffect' }

const STATUSES: readonly number[] = [
  200, 201, 202, 204, 206, 301, 304, 308, 400, 401, 402, 403, 404, 408, 410, 413, 416, 425, 429, 500, 503,
  599,
]

/** Response bodies that are invalid for every network. */
const BODIES: readonly unknown[] = [
  undefined,
  '<html>Sign in to the Wi-Fi</html>',
  'null',
  '[]',
  `${'['.repeat(5000)}${']'.repeat(5000)}`,
]

/**
 * Returns faults with undocumented statuses, bodies and headers.
 *
 * @param own - Invalid responses for one network. Each body is combined with every status, and the
 * headers with one status.
 */
export function nonsenseOf(own: {
  readonly bodies: readonly unknown[]
  readonly statuses: readonly number[]
  readonly headers: { readonly status: number; readonly list: readonly Headers[] }
}): readonly Nonsense[] {
  const { status: headersStatus, list } = own.headers
  return [
    ...STATUSES.map((status) => ({ fault: 'status', status }) as const),
    ...own.statuses.flatMap((status) =>
      [...BODIES, ...own.bodies].map((body) => ({ fault: 'status', status, body }) as const),
    ),
    ...list.map((headers) => ({ fault: 'status', status: headersStatus, headers }) as const),
    { fault: 'dropMidBody' },
    { fault: 'closeBeforeEffect' },
  ]
}

/**
 * Returns null if the task succeeds or throws a readable error. Returns the error if it is not
 * readable or contains a secret.
 */
async function wrongEnd(work: Promise<unknown>, secrets: RegExp): Promise<string | null> {
  try {
    await work
    return null
  } catch (thrown) {
    if (!SocialBaseError.is(thrown)) return inspect(thrown)
    const shown = `${inspect(thrown, { depth: 9 })}${JSON.stringify(thrown)}`
    const isClear = thrown.message.length < 1000 && !/\p{Cc}/u.test(thrown.message)
    return isClear && !secrets.test(shown) ? null : shown
  }
}

/**
 * Runs a task once under each fault.
 *
 * @param does - `work` is the task. `secrets` matches text that no error may contain. `after`
 * restores the state after a fault.
 * @returns The faults under which the task threw an unreadable error or an error with a secret,
 * each with the error.
 */
export async function wrongEnds<F extends object>(
  faults: { add(fault: F): unknown; clear(): void },
  tried: readonly F[],
  does: {
    readonly work: () => Promise<unknown>
    readonly secrets: RegExp
    readonly after?: () => Promise<unknown>
  },
): Promise<readonly unknown[]> {
  const wrong: unknown[] = []
  for (const fault of tried) {
    faults.add(fault)
    const end = await wrongEnd(does.work(), does.secrets)
    if (end !== null) wrong.push({ ...fault, end })
    faults.clear()
    await does.after?.()
  }
  return wrong
}
