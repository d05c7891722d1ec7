export type { TiktokBusinessAddresses, TiktokBusinessOptions } from './options.js'
export {
  type PushingTiktokBusinessPlatform,
  tiktokBusiness,
  type TiktokBusinessPlatform,
} from './platform.js'
export { businessProfile } from './sign-in.js'
export { stopAppUpdates } from './webhook/index.js'
