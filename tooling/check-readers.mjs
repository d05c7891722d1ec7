// Checks that code which reads untrusted text has a test of its running time, because linear
// running time is not visible in the code. This applies to files with an unbounded repetition in a
// pattern, and to the scanners below. Their tests must call growthOf.
import { existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

import { isTest, parse, root, typescriptFiles, workspacePackages } from './workspace.mjs'

/** Files without such a pattern that scan text themselves or pass it to a parser. */
const SCANNERS = [
  'packages/core/src/http/readers/event-stream.ts',
  'packages/core/src/http/readers/json.ts',
  'packages/core/src/http/readers/network-text.ts',
  'packages/core/src/http/redaction/disguises.ts',
  'packages/core/src/http/redaction/escapes.ts',
  'packages/core/src/routes/readers/cookies.ts',
  'packages/core/src/routes/readers/form.ts',
  'packages/core/src/routes/media/byte-range.ts',
  'packages/core/src/routes/media/media-token.ts',
  'packages/core/src/routes/readers/path.ts',
  'packages/core/src/routes/reply.ts',
  'packages/core/src/webhook/verify-signature.ts',
  'packages/core/src/webhook/hmac.ts',
  'packages/kits/meta/src/errors/fault.ts',
  'packages/kits/meta/src/pushes/pushed.ts',
  'packages/kits/meta/src/pushes/signed-request.ts',
  'packages/kits/meta/src/usage.ts',
  'packages/networks/bluesky/src/map/facets.ts',
  'packages/networks/bluesky/src/map/thread.ts',
  'packages/networks/bluesky/src/publish/text/facets.ts',
  'packages/networks/bluesky/src/publish/read-page.ts',
  'packages/networks/mastodon/src/map/html/elements.ts',
  'packages/networks/mastodon/src/map/html/plain-text-writer.ts',
  'packages/networks/mastodon/src/map/html/read-html.ts',
  'packages/networks/tiktok/src/webhook/signature.ts',
  'packages/networks/google-business/src/webhook/read-updates.ts',
  'packages/networks/tiktok-business/src/errors.ts',
  'packages/networks/tiktok-business/src/webhook/read-updates.ts',
  'packages/networks/tiktok-business/src/webhook/signature.ts',
]

/** Files whose running time is measured in the test of another file. */
const MEASURED_WITH = {
  'packages/networks/bluesky/src/publish/text/facets.ts':
    'packages/networks/bluesky/src/publish/text/find-marks.ts',
  'packages/networks/x/src/limits/domains.ts': 'packages/networks/x/src/limits/web-addresses.ts',
  'packages/networks/x/src/limits/punycode.ts': 'packages/networks/x/src/limits/web-addresses.ts',
  'packages/core/src/http/redaction/escapes.ts': 'packages/core/src/http/redaction/disguises.ts',
  'packages/core/src/webhook/hmac.ts': 'packages/core/src/webhook/verify-signature.ts',
  'packages/networks/mastodon/src/map/html/elements.ts':
    'packages/networks/mastodon/src/map/html/read-html.ts',
  'packages/networks/mastodon/src/map/html/plain-text-writer.ts':
    'packages/networks/mastodon/src/map/html/read-html.ts',
}

/** Files whose patterns need no measurement, with the reason. */
const NOT_MEASURED = {
  'packages/core/src/checks/options/option-issue.ts': 'text of our own schemas',
  'packages/core/src/checks/options/option-refusals.ts': 'text of our own schemas',
  'packages/core/src/errors/user-messages/template.ts': 'templates of our own, one class at a time',
  'packages/core/src/errors/user-messages/user-message.ts': 'a rendered message, one letter at a time',
  'packages/core/src/contract/define-platform.ts': "the platform's own name",
  'packages/core/src/discovery/discover.ts': "the application's own path",
  'packages/core/src/http/requests/outgoing-request.ts': 'a request of the library',
  'packages/core/src/http/guard/public-address.ts': 'an IP address',
  'packages/core/src/http/sockets/transport.ts': 'an already parsed address',
  'packages/core/src/media/file-types.ts': "the application's own file names",
  'packages/core/src/models/values/moment.ts': "the application's own dates",
  'packages/core/src/routes/media/signed-media-host.ts': "the application's own options and files",
  'packages/core/src/routes/settings.ts': "the application's own options",
  'packages/core/src/text/measure.ts': "the application's own post",
  'packages/frameworks/fastify/src/router.ts':
    'a header, which Node limits to 16 KiB; anchored, one class at a time',
  'packages/networks/bluesky/src/options.ts': "the application's own options",
  'packages/networks/bluesky/src/upload.ts': 'an already checked server name',
  'packages/networks/bluesky/src/sign-in/oauth.ts': 'one class, used to split',
  'packages/networks/google-business/src/addresses.ts':
    'a field of at most 200 characters, anchored, with a slash between the repetitions',
  'packages/networks/instagram/src/publish/check.ts': "the application's own post",
  'packages/networks/tiktok/src/upload/piece-sender.ts': 'anchored, digits only',
  'packages/networks/youtube/src/options.ts': "the application's own post",
  'packages/networks/youtube/src/map/comment.ts': 'anchored, digits only',
  'packages/networks/youtube/src/upload/session.ts': 'anchored, digits only',
}

/**
 * Packages that receive untrusted text. The emulator and the test kit are left out, because they
 * read only text of tests.
 */
const WATCHED = /^packages\/(core|networks\/[^/]+|frameworks\/[^/]+|kits\/[^/]+)\/src\//

/**
 * Returns true if a pattern contains `*`, `+` or `{2,}` outside of character classes and escapes.
 */
function repeats(pattern) {
  const bare = pattern.replaceAll(/\\./g, 'x').replaceAll(/\[[^\]]*\]/g, 'x')
  return /[*+]|\{\d+,\}/.test(bare)
}

function hasRepeatingPattern(node) {
  if (typeof node !== 'object' || node === null) return false
  if (Array.isArray(node)) return node.some(hasRepeatingPattern)
  if (node.type === 'Literal' && node.regex) return repeats(node.regex.pattern)
  // The pattern is unknown because it is built at run time, so it counts as a repeating pattern.
  if (node.type === 'NewExpression' && node.callee.name === 'RegExp') return true
  return Object.values(node).some(hasRepeatingPattern)
}

/**
 * Only file that may call JavaScript's own method to compose text. This file calls it in linear
 * time.
 */
const COMPOSES = 'packages/core/src/text/compose.ts'

function isMeasured(file) {
  const test = join(root, MEASURED_WITH[file] ?? file).replace(/\.ts$/, '.test.ts')
  return existsSync(test) && readFileSync(test, 'utf8').includes('growthOf(')
}

/**
 * Returns a finding for each reader without a growth test, and for each unused entry of the lists
 * above.
 */
export function checkReaders() {
  const files = workspacePackages().flatMap(({ folder }) =>
    typescriptFiles(join(folder, 'src'))
      .map((file) => relative(root, join(folder, 'src', file)))
      .filter((file) => WATCHED.test(file) && !isTest(file)),
  )
  const withPattern = files.filter((file) => hasRepeatingPattern(parse(join(root, file)).statements))
  const readers = new Set([...SCANNERS, ...withPattern.filter((file) => !Object.hasOwn(NOT_MEASURED, file))])
  const normalizing = files.filter(
    (file) => file !== COMPOSES && readFileSync(join(root, file), 'utf8').includes('.normalize('),
  )
  const missing = [...readers].filter((file) => existsSync(join(root, file)) && !isMeasured(file))
  const stale = [...SCANNERS, ...Object.keys(NOT_MEASURED)].filter((file) => !existsSync(join(root, file)))
  return [
    ...normalizing.map(
      (file) =>
        `${file}: normalize() sorts marks in quadratic time. Use composeText of @social/core/platform.`,
    ),
    ...missing.map(
      (file) =>
        `${file}: reads text with its own pattern or scan. Measure it in the test next to it: expect(growthOf(read, make)).toBeLessThan(MAX_GROWTH).`,
    ),
    ...Object.keys(NOT_MEASURED)
      .filter((file) => !stale.includes(file) && !withPattern.includes(file))
      .map((file) => `${file}: no longer has such a pattern. Remove it from tooling/check-readers.mjs.`),
    ...stale.map((file) => `${file}: is listed in tooling/check-readers.mjs but does not exist.`),
  ]
}
