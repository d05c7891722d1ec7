import { wrong, type WrongPlatform } from './wrong.js'

export const WRONG_PUSHING: readonly WrongPlatform[] = [
  ['refuses a webhook with a wrong signature', wrong({ checkSignature: () => undefined }), 'and let it pass'],
  ['refuses a setup check without the right token', wrong({ answerSetupCheck: () => '1' }), 'answerSetupCheck() must refuse'],
]
