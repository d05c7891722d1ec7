export { SOCIAL_ROUTE } from './controller.js'
export { SocialModule } from './module.js'
export type {
  CsrfProtection,
  SocialClientSettings,
  SocialModuleExtras,
  SocialModuleOptions,
  SocialRoutesOptions,
} from './options.js'
