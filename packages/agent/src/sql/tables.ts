/** The tables of runs; an application's own may stand beside them. */
export interface AgentTables {
  agent_run_record: {
    run_id: string
    position: number
    hash: string
    record: string
  }
}
