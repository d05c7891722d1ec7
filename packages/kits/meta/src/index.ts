export { GRAPH_VERSION, idPath, readApiVersion, withApiVersion } from './addresses.js'
export { deleteObject } from './delete-object.js'
export {
  edgeOf,
  type FaultDetails,
  type FaultRow,
  faultOf,
  type GraphErrorOptions,
  type GraphFault,
  notAllowed,
  outage,
  permissionIn,
  readFault,
  readGraphErrors,
  refusalOf,
  type RefusedPart,
  refusedPost,
  type RefusedReason,
  refusedToken,
  refusedSignIn,
  refusalMessage,
  rowsFor,
  seenAfterPublish,
  unfetchableFile,
  usedUp,
} from './errors/index.js'
export { withoutFragment } from './sign-in/callback.js'
export { codeSignIn, type CodeSignIn, type CodeSignInRules, type SignedIn } from './sign-in/code-sign-in.js'
export {
  type ContainerPlan,
  type ContainerRules,
  containersUsableUntil,
  keepContainers,
  lostFor,
  type CreatedContainers,
  createdContainerEntries,
  NO_CONTAINERS,
  publishPrepared,
  type ReadyContainer,
  refuseLocalFiles,
  unusableFile,
} from './lost/containers.js'
export {
  type GraphInsight,
  type GraphInsights,
  type GraphInsightsRequest,
  type GraphPeriod,
  insightsPeriod,
  type PeriodRules,
  readGraphInsights,
  refusePeriodOfPost,
} from './insights/index.js'
export {
  type ContainerFailure,
  type ContainerStatus,
  LostContainer,
  isInconclusive,
  type StatusRules,
} from './lost/container-status.js'
export { ADVICE, type QueryPace, attemptAllowance } from './lost/allowance.js'
export { readSharedSettings, readWaiting } from './factory-settings.js'
export { type GraphAddresses, graphAddressing } from './graph-addressing.js'
export { type GraphListSearch, searchGraphList } from './lost/search-graph-list.js'
export {
  CONTAINER_SLACK,
  type ContainerQuery,
  type ContainerSteps,
  continueContainer,
  findContainerPost,
  findPublished,
  type ListedPost,
  QUERY_AGAIN_SECONDS,
  POLL_PAUSES,
  publishContainer,
} from './lost/lost-container.js'
export {
  atFirstSending,
  createdMoment,
  momentsOf,
  SENT_SLACK,
  textMark,
  type WrittenMoment,
  writtenNow,
} from './lost/lost-post.js'
export { toGraphMoment } from './moments.js'
export { type GraphListOptions, type MoreRule, readGraphList, readGraphPage } from './paging.js'
export { type PersonRoutesOptions } from './person-routes.js'
export { type GraphSigning, graphSigning, proofFields, tokenHeaders } from './proof.js'
export { messageAttachments } from './pushes/message-attachments.js'
export { pushMark } from './pushes/push-mark.js'
export type { PushedChange, PushedMessage } from './pushes/pushed.js'
export { type Pushing, pushingFor, type PushingOptions } from './pushing.js'
export { readSignedRequest, type SignedRequest } from './pushes/signed-request.js'
export { exchangeFields, type GrantPrefix, toGraphToken, tradeToken } from './sign-in/tokens.js'
export { regainSeconds, type UsageReader, usageRateLimit, worstPercent } from './usage.js'
export { type PushedFields, subscribing } from './subscribing.js'
export { META_TEXTS } from './messages.js'
