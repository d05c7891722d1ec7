export { discoverPlatforms } from './discover.js'
