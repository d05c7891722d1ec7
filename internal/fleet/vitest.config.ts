import { project } from '../../tooling/vitest.js'

export default project('fleet', { servers: ['redis'] })
