import { ConfigError } from '../../errors/index.js'

/** The lowest Node that `engines` of every package promise: that of undici 8. */
const LOWEST = { major: 22, minor: 19 }

/**
 * Refuses a Node that is too old, in one sentence: `engines` is only a warning to npm, and what fails otherwise is
 * some function deep down that does not exist yet. Asked when a client is made, because nothing runs at import.
 *
 * @param version - `process.versions.node`; undefined where there is no Node at all.
 * @throws ConfigError for a Node before 22.19.
 */
export function assertNode(version: string | undefined): void {
  const [major = Number.NaN, minor = Number.NaN] = version?.split('.').map(Number) ?? []
  const isOld = major < LOWEST.major || (major === LOWEST.major && minor < LOWEST.minor)
  if (isOld)
    throw new ConfigError(
      `@social/core needs Node ${LOWEST.major}.${LOWEST.minor} or later; this is Node ${version}. Update Node.`,
    )
}
