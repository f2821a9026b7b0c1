export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[]

export type Database = {
  public: {
    Tables: {
      campaign_applications: {
        Row: {
          brand_id: string
          campaign_id: string
          created_at: string
          currency: string
          delivery_days: number
          id: string
          kol_id: string
          note: string
          order_id: string | null
          pack_id: string | null
          price_minor: number
          revisions: number
          status: string
          terms_hash: string
          title: string
          updated_at: string
        }
        ComputedFields: never
        Insert: {
          brand_id: string
          campaign_id: string
          created_at?: string
          currency: string
          delivery_days: number
          id?: string
          kol_id: string
          note?: string
          order_id?: string | null
          pack_id?: string | null
          price_minor: number
          revisions: number
          status?: string
          terms_hash?: never
          title: string
          updated_at?: string
        }
        Update: {
          brand_id?: string
          campaign_id?: string
          created_at?: string
          currency?: string
          delivery_days?: number
          id?: string
          kol_id?: string
          note?: string
          order_id?: string | null
          pack_id?: string | null
          price_minor?: number
          revisions?: number
          status?: string
          terms_hash?: never
          title?: string
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: 'campaign_applications_brand_id_fkey'
            columns: ['brand_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'campaign_applications_campaign_id_fkey'
            columns: ['campaign_id']
            isOneToOne: false
            referencedRelation: 'campaigns'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'campaign_applications_currency_fkey'
            columns: ['currency']
            isOneToOne: false
            referencedRelation: 'currencies'
            referencedColumns: ['code']
          },
          {
            foreignKeyName: 'campaign_applications_kol_id_fkey'
            columns: ['kol_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'campaign_applications_order_id_fkey'
            columns: ['order_id']
            isOneToOne: false
            referencedRelation: 'pack_orders'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'campaign_applications_pack_id_fkey'
            columns: ['pack_id']
            isOneToOne: false
            referencedRelation: 'packs'
            referencedColumns: ['id']
          },
        ]
      }
      campaigns: {
        Row: {
          body: string
          brand_id: string
          budget_minor: number
          created_at: string
          currency: string
          deadline: string
          filters: NonNullable<Json>
          id: string
          published_at: string | null
          status: string
          title: string
          updated_at: string
        }
        ComputedFields: never
        Insert: {
          body: string
          brand_id?: string
          budget_minor: number
          created_at?: string
          currency?: string
          deadline: string
          filters?: NonNullable<Json>
          id?: string
          published_at?: string | null
          status?: string
          title: string
          updated_at?: string
        }
        Update: {
          body?: string
          brand_id?: string
          budget_minor?: number
          created_at?: string
          currency?: string
          deadline?: string
          filters?: NonNullable<Json>
          id?: string
          published_at?: string | null
          status?: string
          title?: string
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: 'campaigns_brand_id_fkey'
            columns: ['brand_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'campaigns_currency_fkey'
            columns: ['currency']
            isOneToOne: false
            referencedRelation: 'currencies'
            referencedColumns: ['code']
          },
        ]
      }
      conversation_participants: {
        Row: {
          conversation_id: string
          profile_id: string
        }
        ComputedFields: never
        Insert: {
          conversation_id: string
          profile_id: string
        }
        Update: {
          conversation_id?: string
          profile_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'conversation_participants_conversation_id_fkey'
            columns: ['conversation_id']
            isOneToOne: false
            referencedRelation: 'conversations'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'conversation_participants_profile_id_fkey'
            columns: ['profile_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      conversations: {
        Row: {
          created_at: string
          id: string
          last_message_at: string | null
          member_a: string
          member_b: string
          opened_by: string
        }
        ComputedFields: never
        Insert: {
          created_at?: string
          id?: string
          last_message_at?: string | null
          member_a: string
          member_b: string
          opened_by: string
        }
        Update: {
          created_at?: string
          id?: string
          last_message_at?: string | null
          member_a?: string
          member_b?: string
          opened_by?: string
        }
        Relationships: [
          {
            foreignKeyName: 'conversations_member_a_fkey'
            columns: ['member_a']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'conversations_member_b_fkey'
            columns: ['member_b']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'conversations_opened_by_fkey'
            columns: ['opened_by']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      currencies: {
        Row: {
          code: string
          decimals: number
          max_price_minor: number
          min_price_minor: number
          name: string
        }
        ComputedFields: never
        Insert: {
          code: string
          decimals: number
          max_price_minor: number
          min_price_minor: number
          name: string
        }
        Update: {
          code?: string
          decimals?: number
          max_price_minor?: number
          min_price_minor?: number
          name?: string
        }
        Relationships: []
      }
      email_preferences: {
        Row: {
          mode: string
          profile_id: string
          type: string
        }
        ComputedFields: never
        Insert: {
          mode: string
          profile_id?: string
          type: string
        }
        Update: {
          mode?: string
          profile_id?: string
          type?: string
        }
        Relationships: [
          {
            foreignKeyName: 'email_preferences_profile_id_fkey'
            columns: ['profile_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      invites: {
        Row: {
          code: string
          created_at: string
          email: string | null
          expires_at: string | null
          id: string
          issuer_id: string | null
          max_uses: number
          role: string | null
          uses: number
        }
        ComputedFields: never
        Insert: {
          code: string
          created_at?: string
          email?: string | null
          expires_at?: string | null
          id?: string
          issuer_id?: string | null
          max_uses?: number
          role?: string | null
          uses?: number
        }
        Update: {
          code?: string
          created_at?: string
          email?: string | null
          expires_at?: string | null
          id?: string
          issuer_id?: string | null
          max_uses?: number
          role?: string | null
          uses?: number
        }
        Relationships: [
          {
            foreignKeyName: 'invites_issuer_id_fkey'
            columns: ['issuer_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      member_blocks: {
        Row: {
          blocked_id: string
          blocker_id: string
          created_at: string
        }
        ComputedFields: never
        Insert: {
          blocked_id: string
          blocker_id: string
          created_at?: string
        }
        Update: {
          blocked_id?: string
          blocker_id?: string
          created_at?: string
        }
        Relationships: [
          {
            foreignKeyName: 'member_blocks_blocked_id_fkey'
            columns: ['blocked_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'member_blocks_blocker_id_fkey'
            columns: ['blocker_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      members: {
        Row: {
          bio: string
          categories: string[]
          completed_orders: number
          created_at: string
          display_name: string
          expertise: string[]
          follower_counts: NonNullable<Json>
          follower_total: number
          id: string
          is_verified: boolean
          language: string
          platforms: string[]
          profile_image: string | null
          rating: number | null
          review_count: number
          role: string
        }
        ComputedFields: never
        Insert: {
          bio: string
          categories: string[]
          completed_orders: number
          created_at: string
          display_name: string
          expertise: string[]
          follower_counts: NonNullable<Json>
          follower_total: number
          id: string
          is_verified: boolean
          language: string
          platforms: string[]
          profile_image?: string | null
          rating?: number | null
          review_count: number
          role: string
        }
        Update: {
          bio?: string
          categories?: string[]
          completed_orders?: number
          created_at?: string
          display_name?: string
          expertise?: string[]
          follower_counts?: NonNullable<Json>
          follower_total?: number
          id?: string
          is_verified?: boolean
          language?: string
          platforms?: string[]
          profile_image?: string | null
          rating?: number | null
          review_count?: number
          role?: string
        }
        Relationships: [
          {
            foreignKeyName: 'members_id_fkey'
            columns: ['id']
            isOneToOne: true
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      message_reports: {
        Row: {
          content: string
          created_at: string
          file_name: string | null
          id: string
          message_id: string
          reason: string
          reporter_id: string
          resolution: string | null
          resolved_at: string | null
          sender_id: string
        }
        ComputedFields: never
        Insert: {
          content: string
          created_at?: string
          file_name?: string | null
          id?: string
          message_id: string
          reason: string
          reporter_id: string
          resolution?: string | null
          resolved_at?: string | null
          sender_id: string
        }
        Update: {
          content?: string
          created_at?: string
          file_name?: string | null
          id?: string
          message_id?: string
          reason?: string
          reporter_id?: string
          resolution?: string | null
          resolved_at?: string | null
          sender_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'message_reports_message_id_fkey'
            columns: ['message_id']
            isOneToOne: false
            referencedRelation: 'messages'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'message_reports_reporter_id_fkey'
            columns: ['reporter_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'message_reports_sender_id_fkey'
            columns: ['sender_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      messages: {
        Row: {
          content: string
          conversation_id: string
          created_at: string
          file_name: string | null
          file_size: number | null
          file_type: string | null
          file_url: string | null
          id: string
          is_read: boolean
          receiver_id: string
          sender_id: string
        }
        ComputedFields: never
        Insert: {
          content?: string
          conversation_id: string
          created_at?: string
          file_name?: string | null
          file_size?: number | null
          file_type?: string | null
          file_url?: string | null
          id?: string
          is_read?: boolean
          receiver_id: string
          sender_id: string
        }
        Update: {
          content?: string
          conversation_id?: string
          created_at?: string
          file_name?: string | null
          file_size?: number | null
          file_type?: string | null
          file_url?: string | null
          id?: string
          is_read?: boolean
          receiver_id?: string
          sender_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'messages_conversation_id_fkey'
            columns: ['conversation_id']
            isOneToOne: false
            referencedRelation: 'conversations'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'messages_receiver_id_fkey'
            columns: ['receiver_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'messages_sender_id_fkey'
            columns: ['sender_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      notifications: {
        Row: {
          created_at: string
          data: NonNullable<Json>
          id: string
          message: string
          read: boolean
          title: string
          type: string
          user_id: string
        }
        ComputedFields: never
        Insert: {
          created_at?: string
          data?: NonNullable<Json>
          id?: string
          message: string
          read?: boolean
          title: string
          type: string
          user_id: string
        }
        Update: {
          created_at?: string
          data?: NonNullable<Json>
          id?: string
          message?: string
          read?: boolean
          title?: string
          type?: string
          user_id?: string
        }
        Relationships: []
      }
      order_deliveries: {
        Row: {
          created_at: string
          files: NonNullable<Json>
          id: string
          links: string[]
          note: string
          order_id: string
        }
        ComputedFields: never
        Insert: {
          created_at?: string
          files?: NonNullable<Json>
          id?: string
          links?: string[]
          note: string
          order_id: string
        }
        Update: {
          created_at?: string
          files?: NonNullable<Json>
          id?: string
          links?: string[]
          note?: string
          order_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'order_deliveries_order_id_fkey'
            columns: ['order_id']
            isOneToOne: false
            referencedRelation: 'pack_orders'
            referencedColumns: ['id']
          },
        ]
      }
      order_events: {
        Row: {
          actor_id: string | null
          created_at: string
          from_status: string | null
          id: number
          note: string | null
          order_id: string
          to_status: string
        }
        ComputedFields: never
        Insert: {
          actor_id?: string | null
          created_at?: string
          from_status?: string | null
          id?: never
          note?: string | null
          order_id: string
          to_status: string
        }
        Update: {
          actor_id?: string | null
          created_at?: string
          from_status?: string | null
          id?: never
          note?: string | null
          order_id?: string
          to_status?: string
        }
        Relationships: [
          {
            foreignKeyName: 'order_events_actor_id_fkey'
            columns: ['actor_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'order_events_order_id_fkey'
            columns: ['order_id']
            isOneToOne: false
            referencedRelation: 'pack_orders'
            referencedColumns: ['id']
          },
        ]
      }
      pack_orders: {
        Row: {
          application_id: string | null
          brand_id: string
          brief: string
          buyer_fee_minor: number
          cancel_requested_by: string | null
          clock_left_seconds: number | null
          clock_stood_seconds: number
          clock_stopped_at: string | null
          completed_at: string | null
          created_at: string
          creator_share_minor: number | null
          currency: string
          delivered_at: string | null
          delivery_days: number
          due_at: string | null
          fee_minor: number
          id: string
          idempotency_key: string
          is_completed: boolean
          kol_id: string
          pack_id: string | null
          pack_title: string
          price_minor: number
          reminders_sent: number
          review_extended: boolean
          revisions_allowed: number
          revisions_used: number
          status: string
          terms_hash: string
          updated_at: string
        }
        ComputedFields: never
        Insert: {
          application_id?: string | null
          brand_id: string
          brief?: string
          buyer_fee_minor?: number
          cancel_requested_by?: string | null
          clock_left_seconds?: number | null
          clock_stood_seconds?: number
          clock_stopped_at?: string | null
          completed_at?: string | null
          created_at?: string
          creator_share_minor?: number | null
          currency: string
          delivered_at?: string | null
          delivery_days: number
          due_at?: string | null
          fee_minor: number
          id?: string
          idempotency_key: string
          is_completed?: never
          kol_id: string
          pack_id?: string | null
          pack_title: string
          price_minor: number
          reminders_sent?: number
          review_extended?: boolean
          revisions_allowed: number
          revisions_used?: number
          status?: string
          terms_hash: string
          updated_at?: string
        }
        Update: {
          application_id?: string | null
          brand_id?: string
          brief?: string
          buyer_fee_minor?: number
          cancel_requested_by?: string | null
          clock_left_seconds?: number | null
          clock_stood_seconds?: number
          clock_stopped_at?: string | null
          completed_at?: string | null
          created_at?: string
          creator_share_minor?: number | null
          currency?: string
          delivered_at?: string | null
          delivery_days?: number
          due_at?: string | null
          fee_minor?: number
          id?: string
          idempotency_key?: string
          is_completed?: never
          kol_id?: string
          pack_id?: string | null
          pack_title?: string
          price_minor?: number
          reminders_sent?: number
          review_extended?: boolean
          revisions_allowed?: number
          revisions_used?: number
          status?: string
          terms_hash?: string
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: 'pack_orders_application_id_fkey'
            columns: ['application_id']
            isOneToOne: true
            referencedRelation: 'campaign_applications'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'pack_orders_brand_id_fkey'
            columns: ['brand_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'pack_orders_currency_fkey'
            columns: ['currency']
            isOneToOne: false
            referencedRelation: 'currencies'
            referencedColumns: ['code']
          },
          {
            foreignKeyName: 'pack_orders_kol_id_fkey'
            columns: ['kol_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'pack_orders_pack_id_fkey'
            columns: ['pack_id']
            isOneToOne: false
            referencedRelation: 'packs'
            referencedColumns: ['id']
          },
        ]
      }
      packs: {
        Row: {
          created_at: string
          currency: string
          delivery_days: number
          description: string
          id: string
          is_published: boolean
          kol_id: string
          platform: string | null
          price_minor: number
          revisions: number
          terms_hash: string
          title: string
          updated_at: string
        }
        ComputedFields: never
        Insert: {
          created_at?: string
          currency?: string
          delivery_days: number
          description?: string
          id?: string
          is_published?: boolean
          kol_id: string
          platform?: string | null
          price_minor: number
          revisions?: number
          terms_hash?: never
          title: string
          updated_at?: string
        }
        Update: {
          created_at?: string
          currency?: string
          delivery_days?: number
          description?: string
          id?: string
          is_published?: boolean
          kol_id?: string
          platform?: string | null
          price_minor?: number
          revisions?: number
          terms_hash?: never
          title?: string
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: 'packs_currency_fkey'
            columns: ['currency']
            isOneToOne: false
            referencedRelation: 'currencies'
            referencedColumns: ['code']
          },
          {
            foreignKeyName: 'packs_kol_id_fkey'
            columns: ['kol_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      payments: {
        Row: {
          amount_minor: number
          claimed_order_id: string | null
          created_at: string
          currency: string
          id: string
          order_id: string | null
          payer_id: string | null
          problem: string | null
          provider: string
          provider_ref: string
          status: string
          suspense_minor: number | null
        }
        ComputedFields: never
        Insert: {
          amount_minor: number
          claimed_order_id?: string | null
          created_at?: string
          currency: string
          id?: string
          order_id?: string | null
          payer_id?: string | null
          problem?: string | null
          provider: string
          provider_ref: string
          status?: string
          suspense_minor?: number | null
        }
        Update: {
          amount_minor?: number
          claimed_order_id?: string | null
          created_at?: string
          currency?: string
          id?: string
          order_id?: string | null
          payer_id?: string | null
          problem?: string | null
          provider?: string
          provider_ref?: string
          status?: string
          suspense_minor?: number | null
        }
        Relationships: [
          {
            foreignKeyName: 'payments_currency_fkey'
            columns: ['currency']
            isOneToOne: false
            referencedRelation: 'currencies'
            referencedColumns: ['code']
          },
          {
            foreignKeyName: 'payments_order_id_fkey'
            columns: ['order_id']
            isOneToOne: false
            referencedRelation: 'pack_orders'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'payments_payer_id_fkey'
            columns: ['payer_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      payouts: {
        Row: {
          amount_minor: number
          created_at: string
          currency: string
          destination: string
          failure_reason: string | null
          id: string
          idempotency_key: string
          payment_id: string | null
          profile_id: string
          provider_ref: string | null
          source: string
          status: string
          updated_at: string
        }
        ComputedFields: never
        Insert: {
          amount_minor: number
          created_at?: string
          currency: string
          destination: string
          failure_reason?: string | null
          id?: string
          idempotency_key: string
          payment_id?: string | null
          profile_id: string
          provider_ref?: string | null
          source?: string
          status?: string
          updated_at?: string
        }
        Update: {
          amount_minor?: number
          created_at?: string
          currency?: string
          destination?: string
          failure_reason?: string | null
          id?: string
          idempotency_key?: string
          payment_id?: string | null
          profile_id?: string
          provider_ref?: string | null
          source?: string
          status?: string
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: 'payouts_currency_fkey'
            columns: ['currency']
            isOneToOne: false
            referencedRelation: 'currencies'
            referencedColumns: ['code']
          },
          {
            foreignKeyName: 'payouts_payment_id_fkey'
            columns: ['payment_id']
            isOneToOne: false
            referencedRelation: 'payments'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'payouts_profile_id_fkey'
            columns: ['profile_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      profiles: {
        Row: {
          approval_by_staff: boolean
          bio: string
          categories: string[]
          completed_orders: number
          created_at: string
          deleted_at: string | null
          display_name: string | null
          expertise: string[]
          follower_counts: NonNullable<Json>
          follower_total: number
          frozen_at: string | null
          id: string
          invites_left: number
          is_approved: boolean
          is_staff: boolean
          is_verified: boolean
          language: string | null
          locale: string
          onboarded_at: string | null
          platforms: string[]
          profile_image: string | null
          rating: number | null
          referral_code: string | null
          rejected_at: string | null
          rejection_reason: string | null
          review_count: number
          role: string | null
          suspended_at: string | null
          trust_level: string
          updated_at: string
          user_id: string | null
          verification_pending: boolean
        }
        ComputedFields: never
        Insert: {
          approval_by_staff?: boolean
          bio?: string
          categories?: string[]
          completed_orders?: number
          created_at?: string
          deleted_at?: string | null
          display_name?: string | null
          expertise?: string[]
          follower_counts?: NonNullable<Json>
          follower_total?: never
          frozen_at?: string | null
          id?: string
          invites_left?: number
          is_approved?: boolean
          is_staff?: boolean
          is_verified?: boolean
          language?: string | null
          locale?: string
          onboarded_at?: string | null
          platforms?: string[]
          profile_image?: string | null
          rating?: number | null
          referral_code?: string | null
          rejected_at?: string | null
          rejection_reason?: string | null
          review_count?: number
          role?: string | null
          suspended_at?: string | null
          trust_level?: string
          updated_at?: string
          user_id?: string | null
          verification_pending?: boolean
        }
        Update: {
          approval_by_staff?: boolean
          bio?: string
          categories?: string[]
          completed_orders?: number
          created_at?: string
          deleted_at?: string | null
          display_name?: string | null
          expertise?: string[]
          follower_counts?: NonNullable<Json>
          follower_total?: never
          frozen_at?: string | null
          id?: string
          invites_left?: number
          is_approved?: boolean
          is_staff?: boolean
          is_verified?: boolean
          language?: string | null
          locale?: string
          onboarded_at?: string | null
          platforms?: string[]
          profile_image?: string | null
          rating?: number | null
          referral_code?: string | null
          rejected_at?: string | null
          rejection_reason?: string | null
          review_count?: number
          role?: string | null
          suspended_at?: string | null
          trust_level?: string
          updated_at?: string
          user_id?: string | null
          verification_pending?: boolean
        }
        Relationships: []
      }
      referrals: {
        Row: {
          activated_at: string | null
          announced_at: string | null
          created_at: string
          currency: string | null
          id: string
          invite_id: string | null
          invitee_id: string
          inviter_id: string | null
          reward_minor: number | null
          status: string
        }
        ComputedFields: never
        Insert: {
          activated_at?: string | null
          announced_at?: string | null
          created_at?: string
          currency?: string | null
          id?: string
          invite_id?: string | null
          invitee_id: string
          inviter_id?: string | null
          reward_minor?: number | null
          status?: string
        }
        Update: {
          activated_at?: string | null
          announced_at?: string | null
          created_at?: string
          currency?: string | null
          id?: string
          invite_id?: string | null
          invitee_id?: string
          inviter_id?: string | null
          reward_minor?: number | null
          status?: string
        }
        Relationships: [
          {
            foreignKeyName: 'referrals_currency_fkey'
            columns: ['currency']
            isOneToOne: false
            referencedRelation: 'currencies'
            referencedColumns: ['code']
          },
          {
            foreignKeyName: 'referrals_invite_id_fkey'
            columns: ['invite_id']
            isOneToOne: false
            referencedRelation: 'invites'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'referrals_invitee_id_fkey'
            columns: ['invitee_id']
            isOneToOne: true
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'referrals_inviter_id_fkey'
            columns: ['inviter_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      reviews: {
        Row: {
          author_id: string
          comment: string
          created_at: string
          id: string
          order_id: string
          rating: number
          reveals_at: string
          subject_id: string
          visible_at: string | null
        }
        ComputedFields: never
        Insert: {
          author_id: string
          comment?: string
          created_at?: string
          id?: string
          order_id: string
          rating: number
          reveals_at: string
          subject_id: string
          visible_at?: string | null
        }
        Update: {
          author_id?: string
          comment?: string
          created_at?: string
          id?: string
          order_id?: string
          rating?: number
          reveals_at?: string
          subject_id?: string
          visible_at?: string | null
        }
        Relationships: [
          {
            foreignKeyName: 'reviews_author_id_fkey'
            columns: ['author_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'reviews_order_id_fkey'
            columns: ['order_id']
            isOneToOne: false
            referencedRelation: 'pack_orders'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'reviews_subject_id_fkey'
            columns: ['subject_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      saved_searches: {
        Row: {
          created_at: string
          filters: NonNullable<Json>
          id: string
          name: string
          profile_id: string
          updated_at: string
        }
        ComputedFields: never
        Insert: {
          created_at?: string
          filters?: NonNullable<Json>
          id?: string
          name: string
          profile_id?: string
          updated_at?: string
        }
        Update: {
          created_at?: string
          filters?: NonNullable<Json>
          id?: string
          name?: string
          profile_id?: string
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: 'saved_searches_profile_id_fkey'
            columns: ['profile_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      settlement_proposals: {
        Row: {
          created_at: string
          creator_share_minor: number
          id: string
          order_id: string
          proposed_by: string
        }
        ComputedFields: never
        Insert: {
          created_at?: string
          creator_share_minor: number
          id?: string
          order_id: string
          proposed_by: string
        }
        Update: {
          created_at?: string
          creator_share_minor?: number
          id?: string
          order_id?: string
          proposed_by?: string
        }
        Relationships: [
          {
            foreignKeyName: 'settlement_proposals_order_id_fkey'
            columns: ['order_id']
            isOneToOne: false
            referencedRelation: 'pack_orders'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'settlement_proposals_proposed_by_fkey'
            columns: ['proposed_by']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      staff_audit: {
        Row: {
          action: string
          actor_id: string | null
          created_at: string
          details: NonNullable<Json>
          id: string
          subject_id: string | null
        }
        ComputedFields: never
        Insert: {
          action: string
          actor_id?: string | null
          created_at?: string
          details?: NonNullable<Json>
          id?: string
          subject_id?: string | null
        }
        Update: {
          action?: string
          actor_id?: string | null
          created_at?: string
          details?: NonNullable<Json>
          id?: string
          subject_id?: string | null
        }
        Relationships: [
          {
            foreignKeyName: 'staff_audit_actor_id_fkey'
            columns: ['actor_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      staff_proposals: {
        Row: {
          action: string
          arguments: NonNullable<Json>
          created_at: string
          decided_at: string | null
          decided_by: string | null
          decided_in: unknown
          expires_at: string
          id: string
          proposed_by: string
          status: string
          subject: string
        }
        ComputedFields: never
        Insert: {
          action: string
          arguments: NonNullable<Json>
          created_at?: string
          decided_at?: string | null
          decided_by?: string | null
          decided_in?: unknown
          expires_at: string
          id?: string
          proposed_by: string
          status?: string
          subject: string
        }
        Update: {
          action?: string
          arguments?: NonNullable<Json>
          created_at?: string
          decided_at?: string | null
          decided_by?: string | null
          decided_in?: unknown
          expires_at?: string
          id?: string
          proposed_by?: string
          status?: string
          subject?: string
        }
        Relationships: [
          {
            foreignKeyName: 'staff_proposals_decided_by_fkey'
            columns: ['decided_by']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'staff_proposals_proposed_by_fkey'
            columns: ['proposed_by']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
    }
    Views: {
      balances: {
        Row: {
          amount_minor: number | null
          currency: string
          kind: string
        }
        ComputedFields: never
        Relationships: [
          {
            foreignKeyName: 'accounts_currency_fkey'
            columns: ['currency']
            isOneToOne: false
            referencedRelation: 'currencies'
            referencedColumns: ['code']
          },
        ]
      }
      chargebacks: {
        Row: {
          amount_minor: number
          brand_id: string | null
          brand_minor: number
          closed_at: string | null
          created_at: string
          currency: string
          id: string
          is_frozen: boolean | null
          kind: string
          loss_minor: number
          order_id: string | null
          owed_minor: number
          payment_id: string | null
          provider: string
          provider_ref: string
          status: string
          suspense_minor: number
        }
        ComputedFields: never
        Insert: {
          amount_minor?: number | null
          brand_id?: string | null
          brand_minor?: number | null
          closed_at?: string | null
          created_at?: string | null
          currency?: string | null
          id?: string | null
          is_frozen?: never
          kind?: string | null
          loss_minor?: number | null
          order_id?: string | null
          owed_minor?: number | null
          payment_id?: string | null
          provider?: string | null
          provider_ref?: string | null
          status?: string | null
          suspense_minor?: number | null
        }
        Update: {
          amount_minor?: number | null
          brand_id?: string | null
          brand_minor?: number | null
          closed_at?: string | null
          created_at?: string | null
          currency?: string | null
          id?: string | null
          is_frozen?: never
          kind?: string | null
          loss_minor?: number | null
          order_id?: string | null
          owed_minor?: number | null
          payment_id?: string | null
          provider?: string | null
          provider_ref?: string | null
          status?: string | null
          suspense_minor?: number | null
        }
        Relationships: [
          {
            foreignKeyName: 'chargebacks_brand_id_fkey'
            columns: ['brand_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'chargebacks_currency_fkey'
            columns: ['currency']
            isOneToOne: false
            referencedRelation: 'currencies'
            referencedColumns: ['code']
          },
          {
            foreignKeyName: 'chargebacks_order_id_fkey'
            columns: ['order_id']
            isOneToOne: false
            referencedRelation: 'pack_orders'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'chargebacks_payment_id_fkey'
            columns: ['payment_id']
            isOneToOne: false
            referencedRelation: 'payments'
            referencedColumns: ['id']
          },
        ]
      }
      holds: {
        Row: {
          amount_minor: number
          clears_at: string
          currency: string
          order_id: string
        }
        ComputedFields: never
        Insert: {
          amount_minor?: number | null
          clears_at?: string | null
          currency?: string | null
          order_id?: string | null
        }
        Update: {
          amount_minor?: number | null
          clears_at?: string | null
          currency?: string | null
          order_id?: string | null
        }
        Relationships: [
          {
            foreignKeyName: 'holds_currency_fkey'
            columns: ['currency']
            isOneToOne: false
            referencedRelation: 'currencies'
            referencedColumns: ['code']
          },
          {
            foreignKeyName: 'holds_order_id_fkey'
            columns: ['order_id']
            isOneToOne: false
            referencedRelation: 'pack_orders'
            referencedColumns: ['id']
          },
        ]
      }
      ledger_lines: {
        Row: {
          amount_minor: number
          created_at: string
          currency: string
          event: string | null
          kind: string
          order_id: string | null
          transfer_id: number
        }
        ComputedFields: never
        Relationships: [
          {
            foreignKeyName: 'transfers_order_id_fkey'
            columns: ['order_id']
            isOneToOne: false
            referencedRelation: 'pack_orders'
            referencedColumns: ['id']
          },
        ]
      }
      solvency: {
        Row: {
          currency: string | null
          held_minor: number | null
          owed_minor: number | null
        }
        ComputedFields: never
        Relationships: []
      }
      wallet_lots: {
        Row: {
          amount_minor: number
          currency: string
          paid_at: string | null
          payment_id: string | null
          provider: string | null
        }
        ComputedFields: never
        Relationships: [
          {
            foreignKeyName: 'accounts_currency_fkey'
            columns: ['currency']
            isOneToOne: false
            referencedRelation: 'currencies'
            referencedColumns: ['code']
          },
          {
            foreignKeyName: 'wallet_lots_payment_id_fkey'
            columns: ['payment_id']
            isOneToOne: false
            referencedRelation: 'payments'
            referencedColumns: ['id']
          },
        ]
      }
    }
    Functions: {
      accept_application: {
        Args: { application_id: string; idempotency_key: string; terms?: string }
        Returns: {
          application_id: string | null
          brand_id: string
          brief: string
          buyer_fee_minor: number
          cancel_requested_by: string | null
          clock_left_seconds: number | null
          clock_stood_seconds: number
          clock_stopped_at: string | null
          completed_at: string | null
          created_at: string
          creator_share_minor: number | null
          currency: string
          delivered_at: string | null
          delivery_days: number
          due_at: string | null
          fee_minor: number
          id: string
          idempotency_key: string
          is_completed: boolean
          kol_id: string
          pack_id: string | null
          pack_title: string
          price_minor: number
          reminders_sent: number
          review_extended: boolean
          revisions_allowed: number
          revisions_used: number
          status: string
          terms_hash: string
          updated_at: string
        }
        SetofOptions: {
          from: '*'
          to: 'pack_orders'
          isOneToOne: true
          isSetofReturn: false
        }
      }
      accept_order: {
        Args: { order_id: string }
        Returns: {
          application_id: string | null
          brand_id: string
          brief: string
          buyer_fee_minor: number
          cancel_requested_by: string | null
          clock_left_seconds: number | null
          clock_stood_seconds: number
          clock_stopped_at: string | null
          completed_at: string | null
          created_at: string
          creator_share_minor: number | null
          currency: string
          delivered_at: string | null
          delivery_days: number
          due_at: string | null
          fee_minor: number
          id: string
          idempotency_key: string
          is_completed: boolean
          kol_id: string
          pack_id: string | null
          pack_title: string
          price_minor: number
          reminders_sent: number
          review_extended: boolean
          revisions_allowed: number
          revisions_used: number
          status: string
          terms_hash: string
          updated_at: string
        }
        SetofOptions: {
          from: '*'
          to: 'pack_orders'
          isOneToOne: true
          isSetofReturn: false
        }
      }
      accept_settlement: {
        Args: { creator_share_minor?: number; order_id: string }
        Returns: {
          application_id: string | null
          brand_id: string
          brief: string
          buyer_fee_minor: number
          cancel_requested_by: string | null
          clock_left_seconds: number | null
          clock_stood_seconds: number
          clock_stopped_at: string | null
          completed_at: string | null
          created_at: string
          creator_share_minor: number | null
          currency: string
          delivered_at: string | null
          delivery_days: number
          due_at: string | null
          fee_minor: number
          id: string
          idempotency_key: string
          is_completed: boolean
          kol_id: string
          pack_id: string | null
          pack_title: string
          price_minor: number
          reminders_sent: number
          review_extended: boolean
          revisions_allowed: number
          revisions_used: number
          status: string
          terms_hash: string
          updated_at: string
        }
        SetofOptions: {
          from: '*'
          to: 'pack_orders'
          isOneToOne: true
          isSetofReturn: false
        }
      }
      apply_to_campaign: {
        Args: {
          campaign_id: string
          delivery_days?: number
          note?: string
          pack_id?: string
          price_minor?: number
        }
        Returns: {
          brand_id: string
          campaign_id: string
          created_at: string
          currency: string
          delivery_days: number
          id: string
          kol_id: string
          note: string
          order_id: string | null
          pack_id: string | null
          price_minor: number
          revisions: number
          status: string
          terms_hash: string
          title: string
          updated_at: string
        }
        SetofOptions: {
          from: '*'
          to: 'campaign_applications'
          isOneToOne: true
          isSetofReturn: false
        }
      }
      approve_profile: { Args: { profile_id: string }; Returns: undefined }
      block_member: { Args: { profile_id: string }; Returns: undefined }
      can_buy_or_sell_own_gig: { Args: Record<PropertyKey, never>; Returns: boolean }
      cancel_order: {
        Args: { order_id: string; reason?: string }
        Returns: {
          application_id: string | null
          brand_id: string
          brief: string
          buyer_fee_minor: number
          cancel_requested_by: string | null
          clock_left_seconds: number | null
          clock_stood_seconds: number
          clock_stopped_at: string | null
          completed_at: string | null
          created_at: string
          creator_share_minor: number | null
          currency: string
          delivered_at: string | null
          delivery_days: number
          due_at: string | null
          fee_minor: number
          id: string
          idempotency_key: string
          is_completed: boolean
          kol_id: string
          pack_id: string | null
          pack_title: string
          price_minor: number
          reminders_sent: number
          review_extended: boolean
          revisions_allowed: number
          revisions_used: number
          status: string
          terms_hash: string
          updated_at: string
        }
        SetofOptions: {
          from: '*'
          to: 'pack_orders'
          isOneToOne: true
          isSetofReturn: false
        }
      }
      check_invite: {
        Args: { code: string }
        Returns: Database['public']['CompositeTypes']['invite_check']
        SetofOptions: {
          from: '*'
          to: 'invite_check'
          isOneToOne: true
          isSetofReturn: false
        }
      }
      claim_emails: {
        Args: { batch?: number }
        Returns: {
          attempts: number
          data: Json
          display_name: string
          id: string
          locale: string
          template: string
          to_email: string
          unsubscribe_token: string
        }[]
      }
      claim_file_inspections: {
        Args: { batch?: number }
        Returns: {
          bucket_id: string
          claimed_type: string
          name: string
          version: string
        }[]
      }
      claim_file_removals: {
        Args: { batch?: number }
        Returns: {
          bucket_id: string
          id: number
          name: string
        }[]
      }
      close_campaign: {
        Args: { campaign_id: string }
        Returns: {
          body: string
          brand_id: string
          budget_minor: number
          created_at: string
          currency: string
          deadline: string
          filters: NonNullable<Json>
          id: string
          published_at: string | null
          status: string
          title: string
          updated_at: string
        }
        SetofOptions: {
          from: '*'
          to: 'campaigns'
          isOneToOne: true
          isSetofReturn: false
        }
      }
      complete_order: {
        Args: { order_id: string }
        Returns: {
          application_id: string | null
          brand_id: string
          brief: string
          buyer_fee_minor: number
          cancel_requested_by: string | null
          clock_left_seconds: number | null
          clock_stood_seconds: number
          clock_stopped_at: string | null
          completed_at: string | null
          created_at: string
          creator_share_minor: number | null
          currency: string
          delivered_at: string | null
          delivery_days: number
          due_at: string | null
          fee_minor: number
          id: string
          idempotency_key: string
          is_completed: boolean
          kol_id: string
          pack_id: string | null
          pack_title: string
          price_minor: number
          reminders_sent: number
          review_extended: boolean
          revisions_allowed: number
          revisions_used: number
          status: string
          terms_hash: string
          updated_at: string
        }
        SetofOptions: {
          from: '*'
          to: 'pack_orders'
          isOneToOne: true
          isSetofReturn: false
        }
      }
      confirm_staff_proposal: {
        Args: { proposal_id: string }
        Returns: {
          action: string
          arguments: NonNullable<Json>
          created_at: string
          decided_at: string | null
          decided_by: string | null
          decided_in: unknown
          expires_at: string
          id: string
          proposed_by: string
          status: string
          subject: string
        }
        SetofOptions: {
          from: '*'
          to: 'staff_proposals'
          isOneToOne: true
          isSetofReturn: false
        }
      }
      create_invite: {
        Args: { email?: string; expires_at?: string; max_uses?: number; role?: string }
        Returns: {
          code: string
          created_at: string
          email: string | null
          expires_at: string | null
          id: string
          issuer_id: string | null
          max_uses: number
          role: string | null
          uses: number
        }
        SetofOptions: {
          from: '*'
          to: 'invites'
          isOneToOne: true
          isSetofReturn: false
        }
      }
      decline_application: {
        Args: { application_id: string }
        Returns: {
          brand_id: string
          campaign_id: string
          created_at: string
          currency: string
          delivery_days: number
          id: string
          kol_id: string
          note: string
          order_id: string | null
          pack_id: string | null
          price_minor: number
          revisions: number
          status: string
          terms_hash: string
          title: string
          updated_at: string
        }
        SetofOptions: {
          from: '*'
          to: 'campaign_applications'
          isOneToOne: true
          isSetofReturn: false
        }
      }
      decline_order: {
        Args: { order_id: string; reason?: string }
        Returns: {
          application_id: string | null
          brand_id: string
          brief: string
          buyer_fee_minor: number
          cancel_requested_by: string | null
          clock_left_seconds: number | null
          clock_stood_seconds: number
          clock_stopped_at: string | null
          completed_at: string | null
          created_at: string
          creator_share_minor: number | null
          currency: string
          delivered_at: string | null
          delivery_days: number
          due_at: string | null
          fee_minor: number
          id: string
          idempotency_key: string
          is_completed: boolean
          kol_id: string
          pack_id: string | null
          pack_title: string
          price_minor: number
          reminders_sent: number
          review_extended: boolean
          revisions_allowed: number
          revisions_used: number
          status: string
          terms_hash: string
          updated_at: string
        }
        SetofOptions: {
          from: '*'
          to: 'pack_orders'
          isOneToOne: true
          isSetofReturn: false
        }
      }
      decline_verification: { Args: { profile_id: string }; Returns: undefined }
      delete_my_account: { Args: Record<PropertyKey, never>; Returns: undefined }
      deliver_order: {
        Args: { files?: Json; links?: string[]; note: string; order_id: string }
        Returns: {
          application_id: string | null
          brand_id: string
          brief: string
          buyer_fee_minor: number
          cancel_requested_by: string | null
          clock_left_seconds: number | null
          clock_stood_seconds: number
          clock_stopped_at: string | null
          completed_at: string | null
          created_at: string
          creator_share_minor: number | null
          currency: string
          delivered_at: string | null
          delivery_days: number
          due_at: string | null
          fee_minor: number
          id: string
          idempotency_key: string
          is_completed: boolean
          kol_id: string
          pack_id: string | null
          pack_title: string
          price_minor: number
          reminders_sent: number
          review_extended: boolean
          revisions_allowed: number
          revisions_used: number
          status: string
          terms_hash: string
          updated_at: string
        }
        SetofOptions: {
          from: '*'
          to: 'pack_orders'
          isOneToOne: true
          isSetofReturn: false
        }
      }
      end_session: { Args: { session_id: string }; Returns: undefined }
      export_my_data: { Args: Record<PropertyKey, never>; Returns: Json }
      extend_review: {
        Args: { order_id: string }
        Returns: {
          application_id: string | null
          brand_id: string
          brief: string
          buyer_fee_minor: number
          cancel_requested_by: string | null
          clock_left_seconds: number | null
          clock_stood_seconds: number
          clock_stopped_at: string | null
          completed_at: string | null
          created_at: string
          creator_share_minor: number | null
          currency: string
          delivered_at: string | null
          delivery_days: number
          due_at: string | null
          fee_minor: number
          id: string
          idempotency_key: string
          is_completed: boolean
          kol_id: string
          pack_id: string | null
          pack_title: string
          price_minor: number
          reminders_sent: number
          review_extended: boolean
          revisions_allowed: number
          revisions_used: number
          status: string
          terms_hash: string
          updated_at: string
        }
        SetofOptions: {
          from: '*'
          to: 'pack_orders'
          isOneToOne: true
          isSetofReturn: false
        }
      }
      fail_payout: {
        Args: { payout_id: string; reason: string }
        Returns: {
          amount_minor: number
          created_at: string
          currency: string
          destination: string
          failure_reason: string | null
          id: string
          idempotency_key: string
          payment_id: string | null
          profile_id: string
          provider_ref: string | null
          source: string
          status: string
          updated_at: string
        }
        SetofOptions: {
          from: '*'
          to: 'payouts'
          isOneToOne: true
          isSetofReturn: false
        }
      }
      file_verdicts: {
        Args: { paths: string[] }
        Returns: {
          path: string
          status: string
        }[]
      }
      find_profiles: {
        Args: { page_size?: number; term?: string }
        Returns: Database['public']['CompositeTypes']['staff_profile'][]
        SetofOptions: {
          from: '*'
          to: 'staff_profile'
          isOneToOne: false
          isSetofReturn: true
        }
      }
      get_or_create_conversation: { Args: { other_profile_id: string }; Returns: string }
      has_password: { Args: Record<PropertyKey, never>; Returns: boolean }
      inbox: {
        Args: { before?: string; page_size?: number }
        Returns: {
          blocked: boolean
          blocked_by_me: boolean
          conversation_id: string
          last_file_name: string
          last_message: string
          last_message_at: string
          last_sender_id: string
          other_id: string
          other_image: string
          other_name: string
          other_role: string
          unread_count: number
        }[]
      }
      lift_ban: { Args: { email: string }; Returns: boolean }
      list_reserved_names: {
        Args: Record<PropertyKey, never>
        Returns: {
          inside_words: boolean
          name: string
        }[]
      }
      list_settings: {
        Args: Record<PropertyKey, never>
        Returns: {
          key: string
          max_value: number
          meaning: string
          min_value: number
          needs_two: boolean
          unit: string
          value: number
        }[]
      }
      mark_all_notifications_read: { Args: Record<PropertyKey, never>; Returns: number }
      mark_conversation_read: { Args: { conversation_id: string }; Returns: number }
      mark_email_failed: { Args: { error: string; id: string }; Returns: undefined }
      mark_email_sent: { Args: { id: string }; Returns: undefined }
      mark_file_removed: { Args: { id: number }; Returns: undefined }
      member_labels: {
        Args: { ids: string[] }
        Returns: Database['public']['CompositeTypes']['member_label'][]
        SetofOptions: {
          from: '*'
          to: 'member_label'
          isOneToOne: false
          isSetofReturn: true
        }
      }
      my_sessions: {
        Args: Record<PropertyKey, never>
        Returns: {
          aal: string
          address: string
          created_at: string
          id: string
          is_current: boolean
          refreshed_at: string
          user_agent: string
        }[]
      }
      open_dispute: {
        Args: { order_id: string; reason: string }
        Returns: {
          application_id: string | null
          brand_id: string
          brief: string
          buyer_fee_minor: number
          cancel_requested_by: string | null
          clock_left_seconds: number | null
          clock_stood_seconds: number
          clock_stopped_at: string | null
          completed_at: string | null
          created_at: string
          creator_share_minor: number | null
          currency: string
          delivered_at: string | null
          delivery_days: number
          due_at: string | null
          fee_minor: number
          id: string
          idempotency_key: string
          is_completed: boolean
          kol_id: string
          pack_id: string | null
          pack_title: string
          price_minor: number
          reminders_sent: number
          review_extended: boolean
          revisions_allowed: number
          revisions_used: number
          status: string
          terms_hash: string
          updated_at: string
        }
        SetofOptions: {
          from: '*'
          to: 'pack_orders'
          isOneToOne: true
          isSetofReturn: false
        }
      }
      open_reports: {
        Args: Record<PropertyKey, never>
        Returns: {
          content: string
          created_at: string
          file_name: string
          id: string
          reason: string
          reports_of_sender: number
          sender_id: string
          sender_name: string
        }[]
      }
      pay_from_wallet: {
        Args: { order_id: string }
        Returns: {
          application_id: string | null
          brand_id: string
          brief: string
          buyer_fee_minor: number
          cancel_requested_by: string | null
          clock_left_seconds: number | null
          clock_stood_seconds: number
          clock_stopped_at: string | null
          completed_at: string | null
          created_at: string
          creator_share_minor: number | null
          currency: string
          delivered_at: string | null
          delivery_days: number
          due_at: string | null
          fee_minor: number
          id: string
          idempotency_key: string
          is_completed: boolean
          kol_id: string
          pack_id: string | null
          pack_title: string
          price_minor: number
          reminders_sent: number
          review_extended: boolean
          revisions_allowed: number
          revisions_used: number
          status: string
          terms_hash: string
          updated_at: string
        }
        SetofOptions: {
          from: '*'
          to: 'pack_orders'
          isOneToOne: true
          isSetofReturn: false
        }
      }
      place_order: {
        Args: { brief: string; idempotency_key: string; pack_id: string; terms?: string }
        Returns: {
          application_id: string | null
          brand_id: string
          brief: string
          buyer_fee_minor: number
          cancel_requested_by: string | null
          clock_left_seconds: number | null
          clock_stood_seconds: number
          clock_stopped_at: string | null
          completed_at: string | null
          created_at: string
          creator_share_minor: number | null
          currency: string
          delivered_at: string | null
          delivery_days: number
          due_at: string | null
          fee_minor: number
          id: string
          idempotency_key: string
          is_completed: boolean
          kol_id: string
          pack_id: string | null
          pack_title: string
          price_minor: number
          reminders_sent: number
          review_extended: boolean
          revisions_allowed: number
          revisions_used: number
          status: string
          terms_hash: string
          updated_at: string
        }
        SetofOptions: {
          from: '*'
          to: 'pack_orders'
          isOneToOne: true
          isSetofReturn: false
        }
      }
      propose_settlement: {
        Args: { creator_share_minor: number; order_id: string }
        Returns: {
          application_id: string | null
          brand_id: string
          brief: string
          buyer_fee_minor: number
          cancel_requested_by: string | null
          clock_left_seconds: number | null
          clock_stood_seconds: number
          clock_stopped_at: string | null
          completed_at: string | null
          created_at: string
          creator_share_minor: number | null
          currency: string
          delivered_at: string | null
          delivery_days: number
          due_at: string | null
          fee_minor: number
          id: string
          idempotency_key: string
          is_completed: boolean
          kol_id: string
          pack_id: string | null
          pack_title: string
          price_minor: number
          reminders_sent: number
          review_extended: boolean
          revisions_allowed: number
          revisions_used: number
          status: string
          terms_hash: string
          updated_at: string
        }
        SetofOptions: {
          from: '*'
          to: 'pack_orders'
          isOneToOne: true
          isSetofReturn: false
        }
      }
      propose_staff_act: {
        Args: { action: string; arguments: Json }
        Returns: {
          action: string
          arguments: NonNullable<Json>
          created_at: string
          decided_at: string | null
          decided_by: string | null
          decided_in: unknown
          expires_at: string
          id: string
          proposed_by: string
          status: string
          subject: string
        }
        SetofOptions: {
          from: '*'
          to: 'staff_proposals'
          isOneToOne: true
          isSetofReturn: false
        }
      }
      publish_campaign: {
        Args: { campaign_id: string }
        Returns: {
          body: string
          brand_id: string
          budget_minor: number
          created_at: string
          currency: string
          deadline: string
          filters: NonNullable<Json>
          id: string
          published_at: string | null
          status: string
          title: string
          updated_at: string
        }
        SetofOptions: {
          from: '*'
          to: 'campaigns'
          isOneToOne: true
          isSetofReturn: false
        }
      }
      record_chargeback: {
        Args: {
          amount_minor: number
          currency: string
          order_id: string
          provider: string
          provider_ref: string
        }
        Returns: Json
      }
      record_file_inspection: {
        Args: {
          bucket_id: string
          found_type: string
          is_fine: boolean
          name: string
          version: string
        }
        Returns: undefined
      }
      record_payment: {
        Args: {
          amount_minor: number
          currency: string
          order_id: string
          provider: string
          provider_ref: string
        }
        Returns: {
          amount_minor: number
          claimed_order_id: string | null
          created_at: string
          currency: string
          id: string
          order_id: string | null
          payer_id: string | null
          problem: string | null
          provider: string
          provider_ref: string
          status: string
          suspense_minor: number | null
        }
        SetofOptions: {
          from: '*'
          to: 'payments'
          isOneToOne: true
          isSetofReturn: false
        }
      }
      record_provider_dispute: {
        Args: {
          amount_minor: number
          currency: string
          dispute_ref: string
          provider: string
          provider_ref: string
          status: string
        }
        Returns: Json
      }
      record_provider_refund: {
        Args: {
          amount_minor: number
          currency: string
          provider: string
          provider_ref: string
          refund_ref: string
        }
        Returns: Json
      }
      reject_profile: { Args: { profile_id: string; reason: string }; Returns: undefined }
      release_name: { Args: { name: string }; Returns: undefined }
      report_message: { Args: { message_id: string; reason: string }; Returns: string }
      request_payout: {
        Args: {
          amount_minor: number
          currency: string
          destination: string
          idempotency_key: string
        }
        Returns: {
          amount_minor: number
          created_at: string
          currency: string
          destination: string
          failure_reason: string | null
          id: string
          idempotency_key: string
          payment_id: string | null
          profile_id: string
          provider_ref: string | null
          source: string
          status: string
          updated_at: string
        }
        SetofOptions: {
          from: '*'
          to: 'payouts'
          isOneToOne: true
          isSetofReturn: false
        }
      }
      request_refund: {
        Args: { amount_minor: number; idempotency_key: string; payment_id: string }
        Returns: {
          amount_minor: number
          created_at: string
          currency: string
          destination: string
          failure_reason: string | null
          id: string
          idempotency_key: string
          payment_id: string | null
          profile_id: string
          provider_ref: string | null
          source: string
          status: string
          updated_at: string
        }
        SetofOptions: {
          from: '*'
          to: 'payouts'
          isOneToOne: true
          isSetofReturn: false
        }
      }
      request_revision: {
        Args: { note: string; order_id: string }
        Returns: {
          application_id: string | null
          brand_id: string
          brief: string
          buyer_fee_minor: number
          cancel_requested_by: string | null
          clock_left_seconds: number | null
          clock_stood_seconds: number
          clock_stopped_at: string | null
          completed_at: string | null
          created_at: string
          creator_share_minor: number | null
          currency: string
          delivered_at: string | null
          delivery_days: number
          due_at: string | null
          fee_minor: number
          id: string
          idempotency_key: string
          is_completed: boolean
          kol_id: string
          pack_id: string | null
          pack_title: string
          price_minor: number
          reminders_sent: number
          review_extended: boolean
          revisions_allowed: number
          revisions_used: number
          status: string
          terms_hash: string
          updated_at: string
        }
        SetofOptions: {
          from: '*'
          to: 'pack_orders'
          isOneToOne: true
          isSetofReturn: false
        }
      }
      reserve_name: { Args: { inside_words?: boolean; name: string }; Returns: undefined }
      resolve_dispute: {
        Args: { creator_share_minor: number; note: string; order_id: string }
        Returns: {
          application_id: string | null
          brand_id: string
          brief: string
          buyer_fee_minor: number
          cancel_requested_by: string | null
          clock_left_seconds: number | null
          clock_stood_seconds: number
          clock_stopped_at: string | null
          completed_at: string | null
          created_at: string
          creator_share_minor: number | null
          currency: string
          delivered_at: string | null
          delivery_days: number
          due_at: string | null
          fee_minor: number
          id: string
          idempotency_key: string
          is_completed: boolean
          kol_id: string
          pack_id: string | null
          pack_title: string
          price_minor: number
          reminders_sent: number
          review_extended: boolean
          revisions_allowed: number
          revisions_used: number
          status: string
          terms_hash: string
          updated_at: string
        }
        SetofOptions: {
          from: '*'
          to: 'pack_orders'
          isOneToOne: true
          isSetofReturn: false
        }
      }
      resolve_report: { Args: { report_id: string; resolution: string }; Returns: undefined }
      resolve_suspense: {
        Args: { note: string; payment_id: string; profile_id: string }
        Returns: {
          amount_minor: number
          claimed_order_id: string | null
          created_at: string
          currency: string
          id: string
          order_id: string | null
          payer_id: string | null
          problem: string | null
          provider: string
          provider_ref: string
          status: string
          suspense_minor: number | null
        }
        SetofOptions: {
          from: '*'
          to: 'payments'
          isOneToOne: true
          isSetofReturn: false
        }
      }
      review_order: {
        Args: { comment: string; order_id: string; rating: number }
        Returns: {
          author_id: string
          comment: string
          created_at: string
          id: string
          order_id: string
          rating: number
          reveals_at: string
          subject_id: string
          visible_at: string | null
        }
        SetofOptions: {
          from: '*'
          to: 'reviews'
          isOneToOne: true
          isSetofReturn: false
        }
      }
      revoke_invite: { Args: { invite_id: string }; Returns: undefined }
      run_due_work: { Args: { at?: string }; Returns: Json }
      search_creators: {
        Args: { after?: string; filters?: Json; page_size?: number; sort?: string }
        Returns: {
          bio: string
          categories: string[]
          completed_orders: number
          created_at: string
          display_name: string
          expertise: string[]
          follower_counts: NonNullable<Json>
          follower_total: number
          id: string
          is_verified: boolean
          language: string
          platforms: string[]
          profile_image: string | null
          rating: number | null
          review_count: number
          role: string
        }[]
        SetofOptions: {
          from: '*'
          to: 'members'
          isOneToOne: false
          isSetofReturn: true
        }
      }
      set_trust_level: { Args: { profile_id: string; trust_level: string }; Returns: undefined }
      settle_payout: {
        Args: { payout_id: string; provider_ref: string }
        Returns: {
          amount_minor: number
          created_at: string
          currency: string
          destination: string
          failure_reason: string | null
          id: string
          idempotency_key: string
          payment_id: string | null
          profile_id: string
          provider_ref: string | null
          source: string
          status: string
          updated_at: string
        }
        SetofOptions: {
          from: '*'
          to: 'payouts'
          isOneToOne: true
          isSetofReturn: false
        }
      }
      suspend_profile: { Args: { profile_id: string; with_invitees?: boolean }; Returns: number }
      unblock_member: { Args: { profile_id: string }; Returns: undefined }
      unfreeze_profile: { Args: { note: string; profile_id: string }; Returns: undefined }
      unread_count: { Args: Record<PropertyKey, never>; Returns: number }
      unsubscribe: { Args: { token: string }; Returns: string }
      unsuspend_profile: { Args: { profile_id: string }; Returns: undefined }
      update_setting: { Args: { key: string; value: number }; Returns: undefined }
      verify_profile: { Args: { profile_id: string }; Returns: undefined }
      waiting_profiles: {
        Args: Record<PropertyKey, never>
        Returns: Database['public']['CompositeTypes']['staff_profile'][]
        SetofOptions: {
          from: '*'
          to: 'staff_profile'
          isOneToOne: false
          isSetofReturn: true
        }
      }
      withdraw_application: {
        Args: { application_id: string }
        Returns: {
          brand_id: string
          campaign_id: string
          created_at: string
          currency: string
          delivery_days: number
          id: string
          kol_id: string
          note: string
          order_id: string | null
          pack_id: string | null
          price_minor: number
          revisions: number
          status: string
          terms_hash: string
          title: string
          updated_at: string
        }
        SetofOptions: {
          from: '*'
          to: 'campaign_applications'
          isOneToOne: true
          isSetofReturn: false
        }
      }
      withdraw_staff_proposal: {
        Args: { proposal_id: string }
        Returns: {
          action: string
          arguments: NonNullable<Json>
          created_at: string
          decided_at: string | null
          decided_by: string | null
          decided_in: unknown
          expires_at: string
          id: string
          proposed_by: string
          status: string
          subject: string
        }
        SetofOptions: {
          from: '*'
          to: 'staff_proposals'
          isOneToOne: true
          isSetofReturn: false
        }
      }
    }
    Enums: {
      [_ in never]: never
    }
    CompositeTypes: {
      invite_check: {
        valid: boolean | null
        inviter_name: string | null
        role: string | null
      }
      member_label: {
        id: string | null
        role: string | null
        display_name: string | null
        profile_image: string | null
        is_verified: boolean | null
      }
      staff_profile: {
        id: string | null
        role: string | null
        display_name: string | null
        bio: string | null
        expertise: string[] | null
        language: string | null
        platforms: string[] | null
        categories: string[] | null
        follower_counts: Json | null
        profile_image: string | null
        rating: number | null
        review_count: number | null
        completed_orders: number | null
        trust_level: string | null
        is_verified: boolean | null
        verification_pending: boolean | null
        is_approved: boolean | null
        is_staff: boolean | null
        onboarded_at: string | null
        suspended_at: string | null
        frozen_at: string | null
        rejected_at: string | null
        rejection_reason: string | null
        created_at: string | null
        inviter_name: string | null
        is_own_case: boolean | null
      }
    }
  }
}

type DatabaseWithoutInternals = Omit<Database, '__InternalSupabase'>

type DefaultSchema = DatabaseWithoutInternals[Extract<keyof Database, 'public'>]

export type Tables<
  DefaultSchemaTableNameOrOptions extends
    | keyof (DefaultSchema['Tables'] & DefaultSchema['Views'])
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'] &
        DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Views'])
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'] &
      DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Views'])[TableName] extends {
      Row: infer R
    }
    ? R
    : never
  : DefaultSchemaTableNameOrOptions extends keyof (DefaultSchema['Tables'] & DefaultSchema['Views'])
    ? (DefaultSchema['Tables'] & DefaultSchema['Views'])[DefaultSchemaTableNameOrOptions] extends {
        Row: infer R
      }
      ? R
      : never
    : never

export type TablesInsert<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema['Tables']
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables']
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'][TableName] extends {
      Insert: infer I
    }
    ? I
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema['Tables']
    ? DefaultSchema['Tables'][DefaultSchemaTableNameOrOptions] extends {
        Insert: infer I
      }
      ? I
      : never
    : never

export type TablesUpdate<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema['Tables']
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables']
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'][TableName] extends {
      Update: infer U
    }
    ? U
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema['Tables']
    ? DefaultSchema['Tables'][DefaultSchemaTableNameOrOptions] extends {
        Update: infer U
      }
      ? U
      : never
    : never

export type Enums<
  DefaultSchemaEnumNameOrOptions extends
    | keyof DefaultSchema['Enums']
    | { schema: keyof DatabaseWithoutInternals },
  EnumName extends (DefaultSchemaEnumNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions['schema']]['Enums']
    : never) = never,
> = DefaultSchemaEnumNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions['schema']]['Enums'][EnumName]
  : DefaultSchemaEnumNameOrOptions extends keyof DefaultSchema['Enums']
    ? DefaultSchema['Enums'][DefaultSchemaEnumNameOrOptions]
    : never

export type CompositeTypes<
  PublicCompositeTypeNameOrOptions extends
    | keyof DefaultSchema['CompositeTypes']
    | { schema: keyof DatabaseWithoutInternals },
  CompositeTypeName extends (PublicCompositeTypeNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions['schema']]['CompositeTypes']
    : never) = never,
> = PublicCompositeTypeNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions['schema']]['CompositeTypes'][CompositeTypeName]
  : PublicCompositeTypeNameOrOptions extends keyof DefaultSchema['CompositeTypes']
    ? DefaultSchema['CompositeTypes'][PublicCompositeTypeNameOrOptions]
    : never

export const Constants = {
  public: {
    Enums: {},
  },
} as const
