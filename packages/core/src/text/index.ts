export { composeText } from './compose.js'
export { countGraphemes, measureText, type SharedTextCount } from './measure.js'
