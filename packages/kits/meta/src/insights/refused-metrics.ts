import { SocialBaseError } from '@social/core/platform'

/** Maximum characters of a refusal that are read. Meta's lists of metrics are shorter. Our choice. */
const MAX_LENGTH = 10_000
const ALLOWED = 'must be one of the following values'

function messageOf(error: unknown): string {
  const fault: unknown = SocialBaseError.is(error) ? error.raw['error'] : null
  const message: unknown =
    typeof fault === 'object' && fault !== null && 'message' in fault ? fault.message : null
  return typeof message === 'string' && message.length <= MAX_LENGTH ? message : ''
}

/**
 * Returns the requested metrics that a refusal excludes. Meta has three forms of the refusal: it
 * names the refused metric, it lists the allowed metrics, or it names none.
 * https://github.com/exileum/meta-mcp/pull/174, https://github.com/brightbeanxyz/brightbean-studio/pull/76,
 * https://github.com/facebook/facebook-python-business-sdk/issues/656 (read 2026-11-24)
 *
 * @returns An empty list if the refusal names no metric.
 */
export function refusedMetrics(error: unknown, requested: readonly string[]): readonly string[] {
  const message = messageOf(error)
  const at = message.indexOf(ALLOWED)
  const [listed = ''] = message.slice(at === -1 ? 0 : at + ALLOWED.length).split(at === -1 ? '\n' : ' - got')
  const listedNames = new Set(listed.split(/[^a-z0-9_]/))
  return requested.filter((name) => listedNames.has(name) === (at === -1))
}
