export { type GraphPeriod, insightsPeriod, type PeriodRules, refusePeriodOfPost } from './period.js'
export {
  type GraphInsight,
  type GraphInsights,
  type GraphInsightsRequest,
  readGraphInsights,
} from './read-insights.js'
