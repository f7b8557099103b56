import { type ActionLoaders, defineActions } from '../data/open-action.ts';

const loaders = {
  'send-estimate': async () =>
    (await import('../actions/estimate/send-estimate-dialog.tsx')).SendEstimateDialog,
  'record-estimate': async () =>
    (await import('../actions/estimate/record-estimate-dialog.tsx')).RecordEstimateDialog,
  'record-accepted': async () =>
    (await import('../actions/answer/record-answer-dialog.tsx')).RecordAccepted,
  'record-declined': async () =>
    (await import('../actions/answer/record-answer-dialog.tsx')).RecordDeclined,
  assign: async () => (await import('../actions/assign/assign-dialog.tsx')).AssignDialog,
  reassign: async () => (await import('../actions/assign/assign-dialog.tsx')).ReassignDialog,
  promise: async () => (await import('../actions/promise/promise-dialog.tsx')).PromiseDialog,
  complete: async () => (await import('../actions/complete/complete-dialog.tsx')).CompleteDialog,
  finish: async () => (await import('../actions/complete/finish-dialog.tsx')).FinishDialog,
  collect: async () => (await import('../actions/hand-over/hand-over-dialog.tsx')).HandOverDialog,
  'edit-completion': async () =>
    (await import('../actions/edit-completion/edit-completion-dialog.tsx')).EditCompletionDialog,
  'come-back': async () =>
    (await import('../actions/come-back/come-back-dialog.tsx')).ComeBackDialog,
  reopen: async () => (await import('../actions/reopen/reopen-dialog.tsx')).ReopenDialog,
  'take-payment': async () =>
    (await import('../actions/pay/take-payment-dialog.tsx')).TakePaymentDialog,
  move: async () => (await import('../actions/move/move-dialog.tsx')).MoveDialog,
  'bag-label': async () =>
    (await import('../actions/bag-label/bag-label-dialog.tsx')).BagLabelDialog,
  sign: async () => (await import('../actions/sign/sign-dialog.tsx')).SignDialog,
  delete: async () =>
    (await import('../actions/delete/delete-repair-dialog.tsx')).DeleteRepairDialog,
  'edit-client': async () =>
    (await import('../actions/edit-client/edit-client-dialog.tsx')).EditClientDialog,
  'reassign-all': async () =>
    (await import('../actions/selection/reassign-all-dialog.tsx')).ReassignAllDialog,
  'promise-all': async () =>
    (await import('../actions/selection/promise-all-dialog.tsx')).PromiseAllDialog,
  'assign-to': async () => (await import('../actions/assign/assign-to.ts')).assignTo,
  'undo-pickup': async () => (await import('../actions/hand-over/undo-pickup.ts')).undoPickup,
} satisfies ActionLoaders;

defineActions(loaders);

/** Load the actions' code, so that a later press needs no network. */
export const actionLoaders: readonly (() => Promise<unknown>)[] = Object.values(loaders);
