CREATE TABLE "print_proposal" (
	"location" text NOT NULL,
	"work" text NOT NULL,
	"print_server" integer,
	"template" text DEFAULT '' NOT NULL,
	"on_ship" boolean DEFAULT false NOT NULL,
	"on_receive" boolean DEFAULT false NOT NULL,
	"changed_by" text NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "print_proposal_location_work_pk" PRIMARY KEY("location","work")
);
--> statement-breakpoint
ALTER TABLE "print_server" ADD COLUMN "dpi" integer;--> statement-breakpoint
ALTER TABLE "print_server" ADD COLUMN "rotation" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "print_server" ADD COLUMN "stock" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "print_proposal" ADD CONSTRAINT "print_proposal_location_location_code_fk" FOREIGN KEY ("location") REFERENCES "public"."location"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "print_proposal" ADD CONSTRAINT "print_proposal_print_server_print_server_id_fk" FOREIGN KEY ("print_server") REFERENCES "public"."print_server"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "print_proposal_printer" ON "print_proposal" USING btree ("print_server");--> statement-breakpoint
ALTER TABLE "print_server" ADD CONSTRAINT "print_server_dpi" CHECK ("print_server"."dpi" in (203, 300, 600));--> statement-breakpoint
ALTER TABLE "print_server" ADD CONSTRAINT "print_server_rotation" CHECK ("print_server"."rotation" in (0, 90, 180, 270));