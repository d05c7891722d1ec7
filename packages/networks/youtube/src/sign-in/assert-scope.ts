import { type Connection, MissingPermissionError } from '@social/core/platform'

/**
 * Refuses a call without its scope before any request. Connections with unknown scopes are accepted.
 *
 * @param allowed - Scopes that allow the call. The first one is named in the error.
 * @throws MissingPermissionError with the missing scope.
 */
export function assertScope({ scopes }: Connection, ...allowed: readonly [string, ...string[]]): void {
  if (scopes.length === 0 || allowed.some((scope) => scopes.includes(scope))) return
  const [needs] = allowed
  throw new MissingPermissionError({
    platform: 'youtube',
    needs,
    suggestion: `Sign the account in again and request ${needs}.`,
  })
}
