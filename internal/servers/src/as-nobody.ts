import { existsSync } from 'node:fs'

const SETPRIV = '/usr/bin/setpriv'

/** True when this process runs as root. PostgreSQL refuses to run as root. */
export const isRoot = (): boolean => process.getuid?.() === 0

/**
 * Command line of a server. If this process is root, the server runs as another user. If the system supports it, the
 * server ends with its parent.
 *
 * @param asUser - User if this process is root; null to stay root.
 * @param endedBy - Signal that the server gets when its parent ends.
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
