/** The door to X. */
export { connectX } from './x-api/connection.js'
export type { XConnection, XOptions } from './x-api/connection.js'
export type { AccessTokens } from './x-api/access-tokens.js'
export type { CallMeta, ReadAnswer, ReadOptions, RetryPolicy } from './x-api/call-read.js'
export { createXRead } from './x-api/x-read.js'
export type { Expansion, PageOptions, PostPageOptions, XRead } from './x-api/x-read.js'
export type { XPage, XResult } from './x-api/parse-answer.js'
export { createXWrite } from './x-api/x-write.js'
export type { CreatedPost, XWrite } from './x-api/x-write.js'
export { createXMedia } from './x-api/x-media.js'
export type { MediaOptions, MediaSpec, StagedMedia, Staging, XMedia } from './x-api/x-media.js'
export type { Sent } from './x-api/sent.js'
export type { Post, PostMetrics, User, UserMetrics } from './x-api/model.js'
export { redact } from './x-api/map-x-error.js'
export { isRetryable, isTransient, ProviderError } from './x-api/provider-error.js'
export type { ProviderCode, ProviderFailure } from './x-api/provider-error.js'

/** What X offers, as data. */
export { droppedEndpoints, endpointIds, endpoints } from './x-api/endpoints/endpoints.js'
export type { EndpointId, ReadId, WriteId } from './x-api/endpoints/endpoints.js'
export type { Endpoint, Method } from './x-api/endpoints/endpoint.js'
export type { Param, ParamKind, Placement } from './x-api/endpoints/params.js'
export { toReadRequest, toWriteRequest } from './x-api/request.js'
export type { Args, ReadRequest, WriteRequest, XRequest } from './x-api/request.js'
export { judgeHost, judgeUrl } from './x-api/judge-url.js'
export type { BlockedUrl, JudgedUrl } from './x-api/judge-url.js'
export { capabilitiesOf } from './x-api/capabilities.js'
export type { Access, Capabilities, Capability, Standing } from './x-api/capabilities.js'
export { allScopes, analyzeScopes } from './x-api/scopes.js'
export type { Feature, ScopeAnalysis } from './x-api/scopes.js'
export { estimateCost, priceOfPost } from './x-api/prices.js'
export type { CostLog, CostRow } from './x-api/cost-log.js'

/** Logging in to X. */
export { createOAuthClient } from './x-api/oauth/oauth-client.js'
export type {
  OAuthApp,
  OAuthClient,
  OAuthOptions,
  TokenAnswer,
  TokenGrant,
} from './x-api/oauth/oauth-client.js'
export { finishLogin, readPastedReply, startLogin } from './x-api/oauth/login.js'
export type { LoginOptions, LoginReply, PendingLogin } from './x-api/oauth/login.js'
export { loginWithCallback } from './x-api/oauth/login-with-callback.js'
export type { CallbackOptions } from './x-api/oauth/login-with-callback.js'
export { createAccessTokens } from './x-api/oauth/create-access-tokens.js'
export type { AccessTokenOptions } from './x-api/oauth/create-access-tokens.js'
export type { LeaseWish, StoredLogin, TokenStore } from './x-api/oauth/token-store.js'

/** Storage. */
export { openDatabase } from './storage/database.js'
export type { Connection, Database } from './storage/database.js'
export { StorageError } from './storage/storage-error.js'
export type { StorageFailure } from './storage/storage-error.js'
export { addKeyToFile, keysFromFile, keysFromKeychain, keysFromText } from './storage/master-key.js'
export type { Keychain, KeyRing, KeySource } from './storage/master-key.js'
export { createSecretBox } from './storage/secret-box.js'
export type { SecretBox, SecretName } from './storage/secret-box.js'
export { findSecret, putSecret, removeSecret, resealSecrets } from './storage/secrets.js'
export { createTokenStore } from './storage/token-store.js'
export { createCostLog, listSpend, sumSpend } from './storage/cost-log.js'
export type { Spend } from './storage/cost-log.js'
export { createMediaCache } from './storage/media-cache.js'
export { listTroubles } from './storage/troubles.js'
export type { Trouble } from './storage/troubles.js'

/** Reading X. */
export {
  getBookmarks,
  getFollowers,
  getFollowing,
  getHomeTimeline,
  getLikedTweets,
  getLikingUsers,
  getMe,
  getMentions,
  getQuotes,
  getTweet,
  getTweets,
  getUserById,
  getUserByUsername,
  getUsersByIds,
  getUserTweets,
  searchTweets,
} from './toolkit/read.js'
export type { Paging, PagingSince } from './toolkit/read.js'
export type { Page, Pagination } from './toolkit/pagination.js'
export { findOwnPost } from './toolkit/find-own-post.js'
export type { FoundPost, SoughtPost } from './toolkit/find-own-post.js'

/** Changing X, each with a permit. */
export { deleteTweet, postTweet, priceOf, toDeleteRequest, toPostRequest } from './toolkit/write.js'
export type { PostArgs, PostRules } from './toolkit/write.js'
export { checkThread, postThread, toThreadRequest } from './toolkit/thread.js'
export type { ThreadPart } from './toolkit/thread.js'
export {
  bookmarkTweet,
  followUser,
  likeTweet,
  muteUser,
  retweet,
  setReplyHidden,
  toBookmarkRequest,
  toFollowRequest,
  toHideReplyRequest,
  toLikeRequest,
  toMuteRequest,
  toRetweetRequest,
  toUnbookmarkRequest,
  toUnfollowRequest,
  toUnlikeRequest,
  toUnmuteRequest,
  toUnretweetRequest,
  unbookmarkTweet,
  unfollowUser,
  unlikeTweet,
  unmuteUser,
  unretweet,
} from './toolkit/engage.js'
export type { OnTweet, OnUser } from './toolkit/engage.js'
export {
  checkMediaSize,
  inspectMedia,
  mediaTypeOf,
  openMediaFile,
  uploadMedia,
} from './toolkit/media.js'
export type { MediaCache, MediaFile, MediaType, UploadDeps } from './toolkit/media.js'

/** How the toolkit fails. */
export { ToolkitError } from './toolkit/errors.js'
export type { ToolkitFailure } from './toolkit/errors.js'
export { toWireError } from './toolkit/to-wire-error.js'
export type { ToolkitWireCode, WireError } from './toolkit/to-wire-error.js'

/** Judging texts, posts and profiles without asking anyone. */
export {
  inferProfile,
  type Confidence,
  type Inferred,
  type InferredProfile,
  type ProfileInput,
  type Provenance,
} from './toolkit/profile/infer-profile.js'
export {
  checkDraft,
  type DraftProblem,
  type DraftRules,
  type DraftText,
} from './toolkit/safety/check-draft.js'
export { describeDraftProblem } from './toolkit/safety/describe-draft-problem.js'
export {
  createDuplicateIndex,
  type Duplicate,
  type DuplicateIndex,
  type DuplicateIndexOptions,
} from './toolkit/safety/duplicate-index.js'
export { findBannedPhrase } from './toolkit/safety/find-banned-phrase.js'
export {
  findHiddenCharacters,
  listHiddenCharacters,
  nameOfCharacter,
  type HiddenCharacters,
  type HiddenKind,
} from './toolkit/safety/find-hidden-characters.js'
export { similarity } from './toolkit/safety/similarity.js'
export { findKeywords, listKeywords, type Subjects } from './toolkit/scoring/keywords.js'
export {
  DEFAULT_MAXIMA,
  DEFAULT_THRESHOLD,
  scoreTweet,
  type ScoringConfig,
  type ScoringInput,
  type Signals,
  type TweetScore,
} from './toolkit/scoring/score-tweet.js'
export { findLinks, type Link } from './toolkit/text/find-links.js'
export { findTags, type Tag, type Tags } from './toolkit/text/find-tags.js'
export { shortenText } from './toolkit/text/shorten-text.js'
export { LINK_LENGTH, MAX_WEIGHTED_LENGTH, weightedLength } from './toolkit/weighted-length.js'

/** Configuration. */
export { loadConfig } from './config/load-config.js'
export type { LoadedConfig, LoadOptions } from './config/load-config.js'
export type { ConfigPlace } from './config/find-config-file.js'
export { readConfigFile } from './config/read-config-file.js'
export { showConfig } from './config/show-config.js'
export { listNotInUse } from './config/not-in-use.js'
export { LOOPBACK_HOSTS } from './config/loopback-hosts.js'
export { describeProblem } from './config/config-problem.js'
export type { ConfigProblem, ConfigSource } from './config/config-problem.js'
export type { Config } from './config/config-schema.js'
export type { Secret } from './config/secret.js'

/** Verbs. */
export { createPost, deletePost } from './workflow/operations.js'
export { VERSION } from './version.js'
export { createTuitbot } from './create-tuitbot.js'
export type { TendOptions, Tuitbot, TuitbotOptions } from './create-tuitbot.js'
export { isAboutTelling } from './workflow/troubles.js'
export type { WorkflowCtx } from './workflow/ctx.js'
export { publish, problemsWith } from './workflow/publish.js'
export type { Draft, PublishOptions, PublishResult } from './workflow/publish.js'
export { countWaiting, getApproval, listApprovals } from './workflow/list-approvals.js'
export { obstaclesOf } from './workflow/obstacles.js'
export type { Obstacle } from './workflow/obstacles.js'
export type { ApprovalView, EditView, NoteView } from './workflow/approval-view.js'
export { listDeciders, sayDeciders } from './workflow/people.js'
export type { Voices, VoiceView } from './workflow/people.js'
export { approve, reject, sendApproved } from './workflow/decide.js'
export type { Decision, DecisionResult } from './workflow/decide.js'
export type {
  ApprovalLink,
  ApprovalLinks,
  LinkedApproval,
  OpenedLink,
  RefusedLink,
} from './workflow/approval-links.js'
export { decideAll } from './workflow/decide-all.js'
export type { BulkDecision, BulkResult } from './workflow/decide-all.js'
export { allowMore, listGrants, revokeGrant } from './workflow/grants.js'
export type { Allowance, GrantResult, GrantView } from './workflow/grants.js'
export { addNote, snooze } from './workflow/remark.js'
export { compareWithX } from './workflow/compare-with-x.js'
export { pause, resume } from './workflow/control.js'
export type { PauseResult } from './workflow/control.js'
export { edit } from './workflow/edit.js'
export type { EditResult } from './workflow/edit.js'
export { publishOnce } from './workflow/publish-once.js'
export { toAnswered } from './workflow/read-answered.js'
export { wouldWait } from './workflow/would-wait.js'
export { createAssistant } from './assist/create-assistant.js'
export { openRunStore } from './assist/open-run-store.js'
export type { Assisted } from './assist/assist-tools.js'
export { undo } from './workflow/undo.js'
export { findPosted } from './workflow/find-posted.js'
export { resolve } from './workflow/resolve.js'
export type { Finding, Resolving } from './workflow/resolve.js'
export { showPolicy } from './workflow/show-policy.js'
export type { LimitView, PolicyView } from './workflow/show-policy.js'
export { listActivity } from './workflow/list-activity.js'
export type { ActivityItem } from './workflow/list-activity.js'
export { reasonOfIntent } from './workflow/reason-of-intent.js'
export { reasonOfOutcome, sayDecision, sayOutcome } from './workflow/say.js'
export type { Said } from './workflow/say.js'
export { isWaiting, wordOfIntent, wordOfOutcome } from './workflow/words.js'
export type { Word } from './workflow/words.js'
export { isStorageFailure, NotFound } from './workflow/errors.js'

/** What a page needs to know besides. */
export { findAccount } from './storage/accounts.js'
export type { Account } from './storage/accounts.js'
export { addActivity } from './storage/activity.js'
export { putPageUrl } from './storage/pages.js'
export { findLastReading, putLastReading } from './storage/readers.js'
export type { Reader } from './storage/readers.js'
export { addSession, findSession, removeSession, touchSession } from './storage/sessions.js'
export type { Session } from './storage/sessions.js'
export { watchFile } from './storage/watch-file.js'
export type { FileWatch } from './storage/watch-file.js'

/** Writing: a model, or none. */
export { createLlmProvider } from './llm/create-llm-provider.js'
export type { LlmProviderName, LlmSettings } from './llm/create-llm-provider.js'
export { createOfflineProvider } from './llm/offline-provider.js'
export { createOpenAICompatibleProvider } from './llm/openai-compatible-provider.js'
export type { OpenAICompatibleOptions } from './llm/openai-compatible-provider.js'
export type { LlmAnswer, LlmProvider } from './llm/llm-provider.js'
export { LlmError } from './llm/llm-error.js'
export type { LlmFailure } from './llm/llm-error.js'
export type {
  Business,
  PostRequest,
  PostStyle,
  ReplyRequest,
  ReplyStyle,
  SlotRequest,
} from './llm/slot-request.js'
export { toPrompt } from './llm/to-prompt.js'
export type { Prompt, PromptMessage } from './llm/to-prompt.js'
export { readSlot } from './llm/read-slot.js'
export type { SlotLimits, SlotText } from './llm/read-slot.js'
