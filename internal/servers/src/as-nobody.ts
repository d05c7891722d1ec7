import { existsSync } from 'node:fs'

const SETPRIV = '/usr/bin/setpriv'

/** True when this process is root, which PostgreSQL refuses to run as. */
export const isRoot = (): boolean => process.getuid?.() === 0

/**
 * The command line by which a server runs: as another user where root started it, and ended with its parent where the
 * system can do that.
 *
 * @param asUser - Who it runs as when this process is root; null for root itself.
 * @param endedBy - The signal it gets when its parent is gone.
 */
export function commandLine(
  command: readonly string[],
  options: { readonly asUser: string | null; readonly endedBy: string },
): readonly [string, ...string[]] {
  const { asUser, endedBy } = options
  const as = asUser !== null && isRoot() ? [`--reuid=${asUser}`, `--regid=${asUser}`, '--init-groups'] : []
  const [program = '', ...args] = command
  if (!existsSync(SETPRIV)) return [program, ...args]
  return [SETPRIV, '--pdeathsig', endedBy, ...as, program, ...args]
}
