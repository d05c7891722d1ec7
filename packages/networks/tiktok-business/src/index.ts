export type { TiktokBusinessAddresses, TiktokBusinessOptions } from './options.js'
export {
  type PushingTiktokBusinessPlatform,
  tiktokBusiness,
  type TiktokBusinessPlatform,
} from './platform.js'
export { businessProfile } from './business-profile.js'
export { stopAppUpdates } from './webhook/index.js'
