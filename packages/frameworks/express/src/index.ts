export { socialRoutes, type SocialRoutesOptions } from './router.js'
