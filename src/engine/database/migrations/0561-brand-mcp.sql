-- Whether AI assistants may use a brand's MCP server (/v1/mcp) with an API key; operators turn it on.
alter table brand add column mcp boolean not null default false;
