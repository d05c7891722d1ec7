import { expect, it } from 'vitest'

import { ConfigError } from '../errors/index.js'
import * as webhook from './index.js'

const SECRET = { secret: 's' }

const functions: Readonly<Record<keyof typeof webhook, unknown>> = { ...webhook }

// Each row has the name of a function, arguments that JavaScript callers may pass, and the expected message.
it.each<[keyof typeof webhook, readonly unknown[], string]>([
  ['matchesHmacSha256', ['body', { ...SECRET, digest: '' }], 'matchesHmacSha256: parts must be a list'],
  ['matchesHmacSha256', [[], null], 'matchesHmacSha256: options takes an object'],
  ['matchesHmacSha256', [[], { ...SECRET, digest: 5 }], 'matchesHmacSha256: digest must be text'],
  [
    'matchesHmacSha256',
    [[5], { ...SECRET, digest: '' }],
    'matchesHmacSha256: a part must be text or a Uint8Array',
  ],
  ['sameBytes', [5, 'a'], 'sameBytes: one must be text or a Uint8Array'],
  ['sameBytes', ['a', 5], 'sameBytes: other must be text or a Uint8Array'],
  ['readHeader', [null, 'a'], 'readHeader: headers takes an object'],
  ['readHeader', [{}, 5], 'readHeader: name must be text'],
  ['verifyHmacSha256', ['body', {}, null], 'verifyHmacSha256: options takes an object'],
  ['verifySharedSecret', [{}, null], 'verifySharedSecret: options takes an object'],
  ['checkNotTooOld', [new Date(0), null], 'checkNotTooOld: options takes an object'],
  ['checkNotTooOld', [new Date(0), { clock: {} }], 'checkNotTooOld: clock.now must be a function'],
  ['answerHubChallenge', [null, { verifyToken: 't' }], 'answerHubChallenge: params takes an object'],
  ['answerHubChallenge', [{}, null], 'answerHubChallenge: options takes an object'],
])('%s names the invalid argument: %j', (name, args, sentence) => {
  const tested = functions[name] as (...args: readonly unknown[]) => unknown // safe cast: the test passes arguments of any type
  const call = () => tested(...args)
  expect(call).toThrow(ConfigError)
  expect(call).toThrow(sentence)
})
