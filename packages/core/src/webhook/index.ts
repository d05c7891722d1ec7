export { type DigestEncoding, matchesHmacSha256 } from './hmac.js'
export {
  answerHubChallenge,
  checkNotTooOld,
  readHeader,
  verifyHmacSha256,
  verifySharedSecret,
} from './verify-signature.js'
export { sameBytes } from './same-bytes.js'
