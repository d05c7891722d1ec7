import { project } from '@social-internal/testing/vitest'

export default project('store-kit')
